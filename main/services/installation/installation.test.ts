import { beforeAll, expect, it } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { runOperation } from '#main/service-commands/run-operation.ts';
import { contract } from '#shared/contract/index.ts';
import { day, minute } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { getInstallation, getOperatorAccess, listOrganizations } = contract.installation;

const app = perFile(() => createTestService());
let operator: Person;
let other: Person;
beforeAll(async () => {
  operator = await app.owner();
  app.clock.advance(minute);
  other = await app.owner();
});

const access = async ({ token }: Person) => (await app.call(getOperatorAccess, {}, { token })).operator;
const read = ({ token }: Person) => app.call(getInstallation, {}, { token });
const list = (query: object = {}) => app.call(listOrganizations, query, { token: operator.token });
const command = async (name: 'operator add' | 'operator remove' | 'operator list', input: object = {}) => {
  const rows: unknown[] = [];
  const call = { emit: async (row: unknown) => void rows.push(row), body: (async function* () {})() };
  const result = await runOperation(app.service.context, name, input, call);
  return name === 'operator list' ? rows : result;
};
const lastEvent = async (person: Person) =>
  (
    await app.call(contract.audit.listAuditEvents, { tenant_id: person.tenantId, limit: 1 }, { token: person.token })
  ).events.map(({ action, actor_id, target_label }) => ({ action, actor_id, target_label }))[0];

it('is for whoever founded the first organization, and for no other owner', async () => {
  expect([await access(operator), await access(other)]).toEqual([true, false]);
  const coOwner = await app.join(operator, 'owner');
  expect(await access(coOwner)).toBe(false);
  for (const person of [other, coOwner]) {
    for (const operation of [getInstallation, listOrganizations]) {
      const { reason } = await failsWith(app.call(operation, {}, { token: person.token }), 'FORBIDDEN');
      expect(reason).toBe('operators_only');
    }
  }
});

it('commands add and remove operators, at once and with an entry in their audit log', async () => {
  expect(await command('operator add', { user: other.email })).toEqual({ email: other.email });
  expect(await lastEvent(other)).toEqual({ action: 'addOperator', actor_id: 'operator', target_label: other.email });
  await expect(command('operator add', { user: other.email })).rejects.toThrow('is already an operator');
  expect(await command('operator list')).toMatchObject(
    [operator, other].map(({ email }) => ({ email, status: 'active' })).sort((a, b) => (a.email < b.email ? -1 : 1)),
  );
  expect((await read(other)).database).toMatch(/^(embedded|server)$/);
  await command('operator remove', { user: other.email });
  expect((await lastEvent(other))?.action).toBe('removeOperator');
  await failsWith(read(other), 'FORBIDDEN');
  await expect(command('operator remove', { user: other.email })).rejects.toThrow("isn't an operator");
});

it('refuses API keys, and operators that are disabled', async () => {
  await command('operator add', { user: other.email });
  const { key } = await app.call(
    contract.security.createApiKey,
    { name: 'k', scopes: ['self'], expires_in_days: 30, password: other.password },
    { token: other.token },
  );
  await failsWith(app.call(getInstallation, {}, { token: key }), 'API_KEY_REFUSED');
  await app.service.context.db.transaction({ tenant: other.tenantId }, (tx) =>
    tablesOf(tx).updateTable('users').set({ status: 'disabled' }).where('id', '=', other.id).execute(),
  );
  await failsWith(read(other), 'SESSION_ENDED');
  await app.service.context.db.transaction({ tenant: other.tenantId }, (tx) =>
    tablesOf(tx).updateTable('users').set({ status: 'active' }).where('id', '=', other.id).execute(),
  );
  await command('operator remove', { user: other.email });
});

it('lists organizations: searched, sorted and by page', async () => {
  const { organizations, total } = await list();
  expect(total).toBe(2);
  expect(organizations.map(({ owners }) => owners)).toContainEqual([other.email]);
  const [first, second] = organizations.map(({ name }) => name);
  expect((await list({ order: 'desc' })).organizations.map(({ name }) => name)).toEqual([second, first]);
  expect((await list({ limit: 1, offset: 1 })).organizations.map(({ name }) => name)).toEqual([second]);
  expect((await list({ q: (first ?? '').toUpperCase() })).organizations[0]?.name).toBe(first);
  expect((await list({ q: 'nobody' })).total).toBe(0);
  expect((await list({ sort: 'members', order: 'desc' })).organizations[0]?.organization_id).toBe(operator.tenantId);
  expect((await list({ sort: 'created_at' })).organizations[0]?.organization_id).toBe(operator.tenantId);
  for (const { last_active } of (await list({ sort: 'last_active' })).organizations) expect(last_active).not.toBeNull();
});

it('says how the installation is set up and how it is doing', async () => {
  const { sign_ups, jobs, settings, disk, mail, database, database_version, instances } = await read(operator);
  expect(database_version).toMatch(database === 'embedded' ? /^3\.\d+\.\d+$/ : /^\d+\.\d+$/);
  expect(instances.map(({ current }) => current)).toEqual(database === 'embedded' ? [] : [true]);
  expect(sign_ups.days).toHaveLength(30);
  expect(sign_ups.days.at(-1)?.organizations).toBe(2);
  expect(jobs.map(({ name }) => name)).toContain('purge');
  expect(settings.find(({ setting }) => setting === 'port')).toMatchObject({ source: expect.any(String) });
  expect(disk.database_bytes).toBeGreaterThan(0);
  expect(disk).toMatchObject({ backup_folder: null, last_backup: null, backups: null });
  expect(mail.abandoned).toBe(0);
  app.clock.advance(31 * day);
  operator = await app.login(operator);
  expect((await read(operator)).sign_ups.days.every(({ organizations }) => organizations === 0)).toBe(true);
});
