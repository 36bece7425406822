import type { OutputOf } from '#shared/contract/operation.ts';
import type { listServiceAccountKeys } from '#shared/contract/service-accounts/list-service-account-keys.ts';
import type { listServiceAccounts } from '#shared/contract/service-accounts/list-service-accounts.ts';
import { serviceAccountLimits } from '#shared/rules/limits.ts';
import { isRefused, roleAlone, type ServiceRole, type ServiceScope } from '#shared/rules/permissions.ts';
import type { Translate } from '../../languages/translate.ts';

export type ServiceAccount = OutputOf<typeof listServiceAccounts>['service_accounts'][number];
export type ServiceAccountKey = OutputOf<typeof listServiceAccountKeys>['keys'][number];

/** What a form edits. */
export interface ServiceAccountValues extends Record<string, unknown> {
  name: string;
  description: string;
  role: ServiceRole;
  scopes: ServiceScope[];
  /** Empty for all that the role sees. */
  workspace_ids: string[];
  addresses: string[];
}

export const newServiceAccount: ServiceAccountValues = {
  name: '',
  description: '',
  role: 'member',
  scopes: [],
  workspace_ids: [],
  addresses: [],
};

export const valuesOf = ({
  name,
  description,
  role,
  scopes,
  workspace_ids,
  addresses,
}: ServiceAccount): ServiceAccountValues => ({
  ...{ name, description, role, scopes, addresses },
  workspace_ids: workspace_ids ?? [],
});

/**
 * What is sent. None chosen means all, unless it was limited and no workspace of it is left: then it stays limited to none until
 * someone chooses one.
 */
export const requestOf = (
  { workspace_ids, ...values }: ServiceAccountValues,
  before?: Pick<ServiceAccount, 'workspace_ids'>,
) => ({
  ...values,
  workspace_ids: workspace_ids.length > 0 || before?.workspace_ids?.length === 0 ? workspace_ids : null,
});

/** Leaves out what another role doesn't allow. */
export const scopesFor = (role: ServiceRole, scopes: readonly ServiceScope[]): ServiceScope[] =>
  scopes.filter((scope) => !isRefused(roleAlone(role), scope));

export const tooManyAccounts = (count: number | undefined, t: Translate): string | undefined =>
  count !== undefined && count >= serviceAccountLimits.perTenant
    ? t('serviceAccounts.tooMany', { count: serviceAccountLimits.perTenant })
    : undefined;

export const tooManyKeys = (count: number | undefined, t: Translate): string | undefined =>
  count !== undefined && count >= serviceAccountLimits.keys
    ? t('serviceAccounts.keys.tooMany', { count: serviceAccountLimits.keys })
    : undefined;

/** How a program gets an access token with a client secret (RFC 6749, section 4.4). */
export const tokenRequest = (issuer: string, clientId: string, secret: string): string =>
  `curl ${issuer}/oauth2/token \\
  -u '${clientId}:${secret}' \\
  -d grant_type=client_credentials`;
