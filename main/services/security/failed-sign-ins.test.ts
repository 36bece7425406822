import { expect, it, vi } from 'vitest';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { enrol, wrongCode } from '#e2e/support/second-factor.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { purge } from '#main/jobs/purge.ts';
import { countedAddresses, createFailedSignIns } from '#main/security/failed-sign-ins.ts';
import { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const app = perTest(() => createTestService({ 'rate-limits': 'off' }));
const owner = perTest(() => app.owner());
const member = perTest(() => app.join(owner, 'member'));

const fail = (email: string, ip = '198.51.100.1') =>
  failsWith(app.call(contract.auth.login, { email, password: 'wrong' }, { ip }), 'INVALID_CREDENTIALS');
const failures = async () =>
  (
    await app.call(
      contract.security.getSecurityOverview,
      { tenant_id: owner.tenantId },
      { token: (await app.login(owner)).token },
    )
  ).failures;
const rows = () => tablesOf(app.service.context.db.read).selectFrom('failed_sign_ins').selectAll().execute();

it('are counted by day and by account, the most tried first', async () => {
  await fail(owner.email);
  app.clock.advance(1 * day);
  await fail(member.email);
  await fail(member.email, '198.51.100.2');
  const { days, most_tried } = await failures();
  expect(days.slice(-2).map(({ failed }) => failed)).toEqual([1, 2]);
  expect(most_tried).toEqual([
    {
      user_id: member.id,
      name: expect.any(String),
      email: member.email,
      failures: 2,
      wrong_codes: 0,
      last_failed: new Date(app.clock.now()).toISOString(),
    },
    expect.objectContaining({ user_id: owner.id, failures: 1 }),
  ]);
  await fail(member.email);
  expect((await failures()).most_tried[0]).toMatchObject({ failures: 3 });
});

it('tell wrong codes, which take the correct password, from wrong passwords', async () => {
  const { secret } = await enrol(app, member);
  const { second_factor_token = '' } = await failsWith(app.login(member), 'SECOND_FACTOR_REQUIRED');
  const code = wrongCode(app, secret);
  await failsWith(app.call(contract.auth.completeLogin, { second_factor_token, code }), 'SECOND_FACTOR_INVALID');
  expect((await failures()).most_tried).toMatchObject([{ user_id: member.id, failures: 1, wrong_codes: 1 }]);
});

it('keep nothing of unknown addresses, of removed members, or for other organizations', async () => {
  const stranger = await app.owner();
  await app.call(
    contract.team.removeMember,
    { tenant_id: owner.tenantId, user_id: member.id },
    { token: (await app.login(owner)).token },
  );
  await fail('nobody@example.com');
  await fail(member.email);
  await fail(stranger.email);
  const { days, most_tried } = await failures();
  expect(days.at(-1)?.failed).toBe(0);
  expect(most_tried).toEqual([]);
  await app.service.context.failedSignIns.flush();
  expect(await rows()).toMatchObject([{ user_id: stranger.id }]);
});

it('take few rows, however many addresses try, and no write of their own', async () => {
  const { failedSignIns, db } = app.service.context;
  const user = { id: member.id, tenant_id: member.tenantId };
  for (let n = 0; n < 200; n += 1) failedSignIns.record(user, 'password', `2001:db8:0:${n.toString(16)}::1`);
  expect(await rows()).toEqual([]);
  await failedSignIns.flush();
  for (let n = 0; n < 50; n += 1) failedSignIns.record(user, 'password', '2001:db8:0:1::ffff');
  failedSignIns.record(user, 'password', '203.0.113.9');
  await Promise.all([failedSignIns.flush(), failedSignIns.flush()]);
  const stored = await rows();
  expect(stored).toHaveLength(countedAddresses + 1);
  expect(stored.find(({ address }) => address === '2001:db8:0:1::/64')?.failures).toBe(51);
  expect(stored.find(({ address }) => address === '')?.failures).toBe(200 - countedAddresses + 1);
  await tablesOf(db.write).deleteFrom('failed_sign_ins').execute();
});

it('are stored once a flush is over, also those that another one writes', async () => {
  const { failedSignIns, db } = app.service.context;
  await fail(member.email);
  const { promise: disk, resolve } = Promise.withResolvers<void>();
  const { transaction } = db;
  db.transaction = async (scope, work) => {
    await disk;
    return transaction(scope, work);
  };
  const first = failedSignIns.flush();
  await new Promise(setImmediate);
  const flushed = vi.fn();
  const second = failedSignIns.flush().then(flushed);
  await new Promise(setImmediate);
  expect(flushed).not.toHaveBeenCalled();
  db.transaction = transaction;
  resolve();
  await Promise.all([first, second]);
  expect(await rows()).toMatchObject([{ user_id: member.id, failures: 1 }]);
});

it('stay counted if they cannot be written, however many they are', async () => {
  const { failedSignIns, db } = app.service.context;
  const record = (count: number) => {
    for (let n = 0; n < count; n += 1)
      failedSignIns.record({ id: member.id, tenant_id: member.tenantId }, 'password', `198.51.${n}.1`);
  };
  record(250);
  const { transaction } = db;
  db.transaction = () => Promise.reject(new Error('disk full'));
  await expect(failedSignIns.flush()).rejects.toThrow('disk full');
  db.transaction = transaction;
  record(1);
  await failedSignIns.flush();
  const stored = await rows();
  expect(new Set(stored.map(({ user_id }) => user_id))).toEqual(new Set([member.id]));
  expect(stored.reduce((sum, { failures }) => sum + failures, 0)).toBe(251);
});

it('are forgotten after 30 days, and with the account', async () => {
  await fail(member.email);
  await fail(owner.email);
  await app.service.context.failedSignIns.flush();
  await tablesOf(app.service.context.db.write).deleteFrom('users').where('id', '=', member.id).execute();
  expect(await rows()).toMatchObject([{ user_id: owner.id }]);
  app.clock.advance(29 * day);
  await purge(app.service.context);
  expect(await rows()).toHaveLength(1);
  app.clock.advance(2 * day);
  await purge(app.service.context);
  expect(await rows()).toEqual([]);
});

it('are written for each organization on its own: none waits for another one, or fails with it', async () => {
  const [one, two] = [await app.owner(), await app.owner()];
  const { db, clock } = app.service.context;
  const held = Promise.withResolvers<never>();
  const { transaction } = db;
  db.transaction = (scope, work) => (scope.tenant === one.tenantId ? held.promise : transaction(scope, work));
  const counts = createFailedSignIns(db, clock);
  const record = ({ id, tenantId }: Person) => counts.record({ id, tenant_id: tenantId }, 'password', '192.0.2.1');
  record(one);
  record(two);
  const refused = expect(counts.flush(one.tenantId)).rejects.toThrow('busy');
  await counts.flush(two.tenantId);
  held.reject(new Error('busy'));
  await refused;
  record(two);
  await expect(counts.flush()).rejects.toThrow('busy');
  db.transaction = transaction;
  expect(await rows()).toMatchObject([{ user_id: two.id, failures: 2 }]);
  await tablesOf(db.write).deleteFrom('failed_sign_ins').execute();
});
