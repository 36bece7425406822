import type { getApplication } from '#shared/contract/applications/get-application.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { type ApplicationKind, type ApplicationVisitor, signsInItself } from '#shared/rules/applications.ts';
import { applicationLimits } from '#shared/rules/limits.ts';
import type { Translate } from '../../languages/translate.ts';

export type Application = OutputOf<typeof getApplication>;

/** Why no further application can be created. */
export const createDisabledReason = (
  list: { total: number; issuer: string | null } | undefined,
  t: Translate,
): string | undefined => {
  if (list === undefined) return undefined;
  if (list.issuer === null) return t('applications.https.reason');
  const { perTenant } = applicationLimits;
  return list.total >= perTenant ? t('applications.tooMany', { count: perTenant }) : undefined;
};

/** What the form of the settings edits. */
export interface SettingsValues extends Record<string, unknown> {
  name: string;
  description: string;
  kind: ApplicationKind;
  home_url: string | null;
  redirect_uris: string[];
  logout_uris: string[];
  backchannel_logout_uri: string | null;
  backchannel_logout_session_required: boolean;
  allow_private_addresses: boolean;
  host: string | null;
}

export const settingsOf = (application: Application): SettingsValues => {
  const { name, description, kind, home_url, redirect_uris, logout_uris, host } = application;
  const { backchannel_logout_uri, backchannel_logout_session_required, allow_private_addresses } = application;
  const backchannel = { backchannel_logout_uri, backchannel_logout_session_required, allow_private_addresses };
  return { name, description, kind, home_url, redirect_uris, logout_uris, ...backchannel, host };
};

/** Leaves out what an application of that kind doesn't have: the service empties it. */
export const sentFor = <Values extends Partial<SettingsValues>>(kind: ApplicationKind, values: Values) => {
  const {
    host,
    redirect_uris,
    logout_uris,
    backchannel_logout_uri,
    backchannel_logout_session_required,
    allow_private_addresses,
    ...common
  } = values;
  const backchannel = { backchannel_logout_uri, backchannel_logout_session_required, allow_private_addresses };
  const own = signsInItself(kind) ? { redirect_uris, logout_uris, ...backchannel } : { host };
  const given = Object.entries(own).filter(([, value]) => value !== undefined);
  return { ...common, ...(Object.fromEntries(given) as typeof own) };
};

/** What the form of who may use it edits. */
export interface WhoValues extends Record<string, unknown> {
  access: Application['access'];
  allowed_roles: ApplicationVisitor[];
  group_ids: string[];
  role_ids: string[];
}

export const whoOf = ({ access, allowed_roles, groups, custom_roles }: Application): WhoValues => ({
  access,
  allowed_roles,
  group_ids: groups.map(({ group_id }) => group_id),
  role_ids: custom_roles.map(({ role_id }) => role_id),
});

/** Whether nobody at all may use it. */
export const isForNobody = ({ access, allowed_roles, group_ids, role_ids }: WhoValues): boolean =>
  access === 'restricted' && allowed_roles.length + group_ids.length + role_ids.length === 0;

/** Shows what the service says about an entry of a list at the list. */
export const atLists = (...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.flatMap((name) =>
      Array.from({ length: applicationLimits.pathRules }, (_, at) => [
        [`${name}.${at}`, name],
        [`${name}.${at}.path`, name],
        [`${name}.${at}.group_id`, name],
      ]).flat(),
    ),
  );

/** Text of a field that may be empty. */
export const orNull = (text: string): string | null => (text.trim() === '' ? null : text);

/** How the secret of an application is shown. */
export const secretTexts = (t: Translate) => ({
  title: t('applications.secrets.made'),
  label: t('applications.secrets.label'),
  text: t('applications.secrets.copy'),
});
