import { expect, it } from 'vitest';
import { addApplication, letKnow } from '#e2e/support/applications.ts';
import { createCustomRole } from '#e2e/support/custom-roles.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createGroup } from '#e2e/support/groups.ts';
import { addPasskey } from '#e2e/support/passkey-owner.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { seedTrustedDevice } from '#e2e/support/second-factor.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { referencingTables, type TableName } from '../../storage/database/deletion-cascades.ts';
import { tablesOf } from '../../storage/database/tables.ts';
import { runOperation } from '../run-operation.ts';
import type { PersonRow } from './user-data.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

const dataOf = async (user: string): Promise<PersonRow[]> => {
  const rows: PersonRow[] = [];
  await runOperation(
    app.service.context,
    'user data',
    { user },
    {
      emit: async (row) => void rows.push(row as PersonRow),
      body: (async function* () {})(),
    },
  );
  return rows;
};

/** Where each table about a person ends up: a kind of row, or a reason why it has none. */
const places: Partial<Record<TableName, string>> = {
  api_keys: 'api_key',
  application_consents: 'application_access',
  application_sessions: 'left out: where someone is signed in now, which ends with the session',
  applications: 'event',
  custom_role_accounts: 'event',
  custom_role_groups: 'event',
  custom_role_members: 'custom_role',
  custom_roles: 'event',
  failed_sign_ins: 'failed_sign_in',
  former_emails: 'account',
  given_roles: 'account',
  group_members: 'group',
  group_workspaces: 'event',
  groups: 'event',
  hosting_approvals: 'event',
  idempotency_keys: 'left out: sealed answers that are deleted within a day',
  invitations: 'invitation_sent',
  mails: 'email',
  oauth_records: 'left out: secrets of applications, which end with the access',
  protected_sessions: 'left out: where someone is signed in now, which ends with the session',
  one_time_tokens: 'link',
  operators: 'account',
  passkeys: 'passkey',
  recovery_codes: 'account',
  second_factors: 'account',
  service_account_keys: 'event',
  service_accounts: 'event',
  sessions: 'session',
  token_disclosures: 'event',
  trusted_devices: 'trusted_device',
  upgrade_queues: 'event',
  upgrade_runs: 'event',
  workspace_health: 'event',
  workspace_members: 'workspace',
  workspaces: 'workspace',
};

it('has a place for each table that refers to an account', () => {
  expect(Object.keys(places).sort()).toEqual([...referencingTables.users].sort());
});

it('prints everything about a person, and nothing about anyone else', async () => {
  const owner = await app.owner();
  const { token, tenantId, email, password } = owner;
  const member = await app.join(owner);
  await failsWith(app.call(contract.auth.login, { email, password: 'wrong' }), 'INVALID_CREDENTIALS');
  const key = { name: 'k', scopes: ['self' as const], expires_in_days: 30, password };
  await app.call(contract.security.createApiKey, key, { token });
  await addPasskey(app, owner);
  await seedTrustedDevice(app.service.context, app.service.context.db.write, owner.id);
  await app.call(contract.workspaces.createWorkspace, { tenant_id: tenantId, name: 'Own' }, { token });
  await createGroup(app, owner, 'Own group', { members: [owner.id] });
  await createCustomRole(app, owner, ['audit.read'], [owner.id]);
  await addApplication(app.service.context.db.write, 'app_wiki', tenantId);
  await letKnow(app.service.context.db.write, owner.id, 'app_wiki', app.clock.now());
  const invited = { tenant_id: tenantId, email: 'exported@example.com', role: 'member' as const };
  await app.call(contract.team.inviteMember, invited, { token });
  const rows = await dataOf(owner.email);
  const kinds = new Set(rows.map(({ kind }) => kind));
  expect([...kinds].sort()).toEqual([...new Set(Object.values(places))].filter((place) => !place.includes(' ')).sort());
  expect(rows[0]).toMatchObject({ kind: 'account', email: owner.email, role: 'owner', recovery_codes: 10 });
  expect(rows.filter(({ kind }) => kind === 'event').map(({ action }) => action)).toContain('createWorkspace');
  const text = JSON.stringify(rows);
  for (const secret of [token, owner.refreshToken, '$2', 'hash', 'sealed']) expect(text).not.toContain(secret);
  const theirs = JSON.stringify(await dataOf(member.email));
  for (const foreign of ['"Own"', 'exported@example.com']) expect(theirs).not.toContain(foreign);
});

it('says what others did to a person, but not where they were', async () => {
  const owner = await app.owner();
  const member = await app.join(owner);
  const at = { tenant_id: owner.tenantId, user_id: member.id };
  const ip = '198.51.100.77';
  await app.call(contract.team.changeRole, { ...at, role: 'admin' }, { token: owner.token, ip });
  const changed = (await dataOf(member.email)).find(({ action }) => action === 'changeRole');
  expect(changed).toMatchObject({ actor_id: owner.id, ip_address: null, device: null });
  const own = (await dataOf(owner.email)).find(({ action }) => action === 'changeRole');
  expect(own).toMatchObject({ ip_address: ip });
});

it('leaves a trace, which it contains itself', async () => {
  const person = await app.owner();
  const rows = await dataOf(person.id);
  expect(rows.at(-1)).toMatchObject({ kind: 'event', action: 'exportAccount', actor_id: 'operator' });
});

it('has all of a long history, which the console cuts at 1,000 entries', async () => {
  const person = await app.owner();
  const { tenantId: tenant_id, token } = person;
  const count = 1010;
  for (let each = 0; each < count; each += 1) {
    await app.call(contract.organization.updateTenant, { tenant_id, name: `Name ${each}` }, { token });
  }
  const events = (await dataOf(person.email)).filter(({ action }) => action === 'updateTenant');
  expect(events).toHaveLength(count);
});

it('has all of a long history of sessions, which is read in pages', async () => {
  const person = await app.owner();
  const { db } = app.service.context;
  const [session] = await tablesOf(db.read)
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', person.id)
    .execute();
  if (!session) throw new Error('Nobody is signed in');
  const ended = Array.from({ length: 501 }, (_, n) => ({
    ...session,
    id: `${session.id}_${n}`,
    refresh_hash: `hash ${n}`,
    browser_hash: null,
    ended_at: session.created_at,
    end_reason: 'logout' as const,
  }));
  for (let n = 0; n < ended.length; n += 100) {
    await tablesOf(db.write)
      .insertInto('sessions')
      .values(ended.slice(n, n + 100))
      .execute();
  }
  expect((await dataOf(person.email)).filter(({ kind }) => kind === 'session')).toHaveLength(502);
});
