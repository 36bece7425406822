import { hashSecret } from '#main/security/refresh-tokens.ts';
import type { SystemContext } from '#main/services/context.ts';
import type { Queries, WriteTransaction } from '#main/storage/database/schema.ts';
import { insertApplicationSecret } from '#main/storage/store/oauth/application-secrets.ts';
import { type ApplicationRow, insertApplication, recordLogoutState } from '#main/storage/store/oauth/applications.ts';
import { saveConsent } from '#main/storage/store/oauth/consents.ts';
import { countSignIn } from '#main/storage/store/oauth/sign-ins.ts';
import { pathRulesShape } from '#main/storage/store/stored-shapes.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec, OutputOf, RequestOf } from '#shared/contract/operation.ts';
import { day } from '#shared/rules/limits.ts';
import type { Person, TestService } from './test-service.ts';

export const redirectUri = 'https://app.example/callback';

/** The secret of an application that was added here. */
export const secretOf = (id: string): string => `a secret of ${id}`;

export interface SeededApplication {
  id: string;
  secretId: string;
}

/** Lets an application know who someone is. */
export const letKnow = (write: Queries, userId: string, applicationId: string, at: number) =>
  saveConsent(write, {
    ...{ user_id: userId, application_id: applicationId, scopes: 'openid email' },
    ...{ granted_at: at, last_used_at: null },
  });

/** Stores that an application doesn't answer when it is told of ended sessions. */
export const failToTell = ({ db, clock }: Pick<SystemContext, 'db' | 'clock'>, applicationId: string) =>
  recordLogoutState(db.write, applicationId, { logout_failing_since: clock.now(), logout_failure: 'timeout' });

/** Writes an application with a secret that one member lets know who they are. */
export const seedApplication = async (
  { ids, clock }: Pick<SystemContext, 'ids' | 'clock'>,
  tx: WriteTransaction,
  { tenantId, userId }: { tenantId: string; userId: string },
): Promise<SeededApplication> => {
  const id = ids.id('app');
  await addApplication(tx, id, tenantId);
  await letKnow(tx, userId, id, clock.now());
  return { id, secretId: `${id}_s` };
};

/** Creates an application through the API, like an admin would, as if people reached the server by https. */
export const createApplication = async (
  app: TestService,
  { tenantId: tenant_id, token }: Person,
  entered: Partial<RequestOf<typeof contract.applications.createApplication>> = {},
) => {
  Object.assign(app.service.context.config, { isPublicHttps: true });
  const web = { name: 'Wiki', kind: 'web' as const, redirect_uris: [redirectUri] };
  const created = await app.call(contract.applications.createApplication, { tenant_id, ...web, ...entered }, { token });
  return { tenant_id, application_id: created.application_id };
};

/** Creates applications that people of an organization have signed in to, as the sample shows them. Returns the ID of the first. */
export const furnishApplications = async (
  { config, db, clock }: SystemContext,
  call: <Op extends OperationSpec>(operation: Op, input: RequestOf<Op>) => Promise<OutputOf<Op>>,
  { tenant_id, id, groupId }: { tenant_id: string; id: string; groupId: string },
): Promise<{ applicationId: string; proxiedId: string }> => {
  const { createApplication } = contract.applications;
  Object.assign(config, { isPublicHttps: true });
  const { application_id: applicationId } = await call(createApplication, {
    ...{ tenant_id, name: 'Wiki', description: 'What we know, and how we work.', kind: 'web' },
    ...{ home_url: 'https://wiki.example.com/', redirect_uris: ['https://wiki.example.com/callback'] },
  });
  const { application_id: proxiedId } = await call(createApplication, {
    ...{ tenant_id, name: 'Metrics', description: 'Dashboards of all servers.', kind: 'proxied' },
    ...{ home_url: 'https://metrics.example.com/', host: 'metrics.example.com' },
    path_rules: [
      { path: '/public', access: 'public' },
      { path: '/admin', access: 'second_factor' },
    ],
    ...{ access: 'restricted', allowed_roles: ['owner', 'admin'], group_ids: [groupId] },
  });
  await db.transaction({ tenant: tenant_id }, async (tx) => {
    for (let ago = 0; ago < 30; ago += 1) {
      const count = 2 + ((ago * 3) % 4);
      for (let made = 0; made < count; made += 1) await countSignIn(tx, applicationId, clock.now() - ago * day);
    }
    await letKnow(tx, id, applicationId, clock.now() - 9 * day);
  });
  return { applicationId, proxiedId };
};

/** Adds an application with a secret to an organization. */
export const addApplication = async (
  write: Queries,
  id: string,
  tenantId: string,
  change: Partial<ApplicationRow> = {},
): Promise<void> => {
  await insertApplication(write, {
    id,
    tenant_id: tenantId,
    name: 'Wiki',
    name_key: 'wiki',
    description: '',
    kind: 'web',
    home_url: 'https://app.example/',
    redirect_uris: redirectUri,
    logout_uris: 'https://app.example/',
    backchannel_logout_uri: null,
    logout_session_required: 1,
    logout_allow_private: 0,
    logout_delivered_at: null,
    logout_failing_since: null,
    logout_failure: null,
    host: null,
    path_rules: pathRulesShape.write([]),
    access: 'everyone',
    allowed_roles: '',
    created_at: 0,
    updated_at: 0,
    created_by: null,
    ...change,
  });
  const secret_hash = hashSecret(secretOf(id));
  await insertApplicationSecret(write, {
    id: `${id}_s`,
    application_id: id,
    secret_hash,
    created_at: 0,
    expires_at: null,
  });
};
