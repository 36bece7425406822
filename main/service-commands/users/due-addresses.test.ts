import { expect, it } from 'vitest';
import { operate } from '#e2e/support/authority-cast.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { scheduleDeletion } from '#e2e/support/team.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day, lifetimesMs } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';
import { runOperation } from '../run-operation.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const host = perFile(() => app.owner());

/** Reads a file of one person, as the command does: first to check it, then to write it. */
const importPerson = async (organization: string, person: object): Promise<unknown> => {
  const file = new TextEncoder().encode(JSON.stringify(person));
  const rows: unknown[] = [];
  for (const write of [false, true]) {
    const body = (async function* () {
      yield file;
    })();
    const input = { organization, format: 'jsonl', write };
    await runOperation(app.service.context, 'user import', input, { emit: async (row) => void rows.push(row), body });
  }
  return rows;
};

/** What puts an address to use. */
const uses: readonly [string, (email: string) => Promise<unknown>][] = [
  ['user create', (email) => operate(app, 'user create', { email, name: 'New', organization: host.tenantId })],
  ['owner create', (email) => operate(app, 'owner create', { email, name: 'New', company: 'New' })],
  [
    'user import',
    async (email) => expect(await importPerson(host.tenantId, { email })).toMatchObject([{ ok: true }, { ok: true }]),
  ],
  ['user set-email', (email) => operate(app, 'user set-email', { user: host.id, email, verified: true })],
  [
    'a sign-up',
    (email) => app.call(contract.auth.signup, { email, name: 'New', password: host.password, company_name: 'New' }),
  ],
];

it.each(uses)(
  '%s gets an address whose grace period is over, even before the purge, and not before',
  async (_name, use) => {
    const person = await app.owner();
    await scheduleDeletion(app, person);
    app.clock.advance(lifetimesMs.deletionGrace - day);
    const holder = () =>
      tablesOf(app.service.context.db.read)
        .selectFrom('users')
        .select('id')
        .where('email', '=', person.email)
        .execute();
    await expect(use(person.email)).rejects.toThrow();
    expect(await holder()).toEqual([{ id: person.id }]);
    app.clock.advance(day);
    await use(person.email);
    expect(await holder()).toHaveLength(2);
  },
);

it.each(uses)('%s tells the organization that loses the account', async (_name, use) => {
  const owner = await app.owner();
  const person = await app.join(owner);
  await scheduleDeletion(app, person);
  app.clock.advance(lifetimesMs.deletionGrace);
  const { changes } = app.service.context.db;
  const before = changes.position();
  await use(person.email);
  expect(changes.isCurrent('members', owner.tenantId, before)).toBe(false);
});

it('undoing a change of address gets the previous one back, which no one could take meanwhile', async () => {
  const { changeEmail, cancelEmailChange } = contract.profile;
  const person = await app.owner();
  const { email, password } = person;
  await app.call(changeEmail, { new_email: `new-${email}`, password }, { token: person.token });
  await app.call(contract.auth.verifyEmail, { token: await app.mailedToken(`new-${email}`, 'verification') });
  const undo = await app.mailedToken(email, 'email_changed');
  await failsWith(app.owner(email), 'EMAIL_TAKEN');
  await app.call(cancelEmailChange, { token: undo });
  const { read } = app.service.context.db;
  const found = tablesOf(read).selectFrom('users').select('email').where('id', '=', person.id).executeTakeFirst();
  expect(await found).toEqual({ email });
});

it('an account that is imported as disabled was disabled by the operator', async () => {
  const owner = await app.owner();
  await importPerson(owner.tenantId, { email: 'imported@example.com', status: 'disabled' });
  const { id: user_id } = await tablesOf(app.service.context.db.read)
    .selectFrom('users')
    .select('id')
    .where('email', '=', 'imported@example.com')
    .executeTakeFirstOrThrow();
  const at = { tenant_id: owner.tenantId, user_id };
  const refusal = await failsWith(app.call(contract.team.enableMember, at, { token: owner.token }), 'STATE_CONFLICT');
  expect(refusal.reason).toBe('disabled_by_operator');
});
