import bcrypt from 'bcryptjs';
import { Piscina } from 'piscina';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { cheapHashes } from '#e2e/support/published-hashes.ts';
import { createSeedData, hashSeedPassword, type SeedData } from '#e2e/support/seed-data.ts';
import { createTestApp, type TestApp } from '#e2e/support/test-app.ts';
import { createTestService, testPassword } from '#e2e/support/test-service.ts';
import { callHttp, send, withoutRequestId } from '#e2e/support/transports.ts';
import { storedKind } from '#main/security/imported-hashes.ts';
import type { PasswordTask } from '#main/security/password-worker.ts';
import { readPasswordHash } from '#main/service-commands/users/password-hash.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec } from '#shared/contract/operation.ts';

let server: TestApp;
let seed: SeedData;

beforeAll(async () => {
  server = await createTestApp({ 'rate-limits': 'off', 'bcrypt-cost': '10' });
  seed = await createSeedData(server.app.context, await hashSeedPassword(server.app.context));
  // The first sign-in that needs the dummy hash creates it.
  await send(server.address, 'POST', '/api/v1/auth/login', { body: { email: 'first@example.com', password: 'x' } });
});
afterAll(() => server.close());

/** Rounds of bcrypt that a task takes. */
const roundsOf = (task: PasswordTask): number => {
  if (task.kind === 'hash') return 2 ** task.cost;
  if (task.kind === 'weakness' || task.kind === 'imported') return 0;
  return [task.hash, ...task.padding].reduce((rounds, hash) => rounds + 2 ** Number(hash.split('$')[2]), 0);
};

/** What one call costs: hashing tasks with their rounds, and transactions opened before the answer. */
const workOf = async (operation: OperationSpec, input: Record<string, unknown>) => {
  // What earlier calls left to be written later.
  await server.app.context.callers.flush();
  await server.app.context.failedSignIns.flush();
  const tasks: string[] = [];
  const { run } = Piscina.prototype;
  vi.spyOn(Piscina.prototype, 'run').mockImplementation(function (this: Piscina, task: PasswordTask) {
    const kinds = task.kind === 'imported' ? task.hashes.map((hash) => storedKind(hash)) : [roundsOf(task)];
    tasks.push(`${task.kind} ${kinds.join(' ')}`);
    return run.call(this, task);
  });
  const transactions = vi.spyOn(server.app.context.db, 'transaction');
  const answer = await callHttp(server.address, operation, input);
  const work = { tasks, transactions: transactions.mock.calls.length };
  vi.restoreAllMocks();
  const headers = [...answer.headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return { work, answer: JSON.stringify([answer.status, headers, withoutRequestId(answer)]), status: answer.status };
};

describe('known and unknown addresses', () => {
  it('cost a sign-in the same and get the same answer', async () => {
    const attempt = (email: string) => workOf(contract.auth.login, { email, password: 'wrong password' });
    const known = await attempt(seed.own.owner.email);
    const unknown = await attempt('nobody@example.com');
    expect(known.status).toBe(401);
    expect(known.work).toEqual({ tasks: ['compare 1024'], transactions: 0 });
    expect(unknown).toEqual(known);
  });

  it('cost a sign-in the same when rate limits record failures', async () => {
    const limited = await createTestApp({ 'bcrypt-cost': '10' });
    const previous = server;
    server = limited;
    const limitedSeed = await createSeedData(limited.app.context, await hashSeedPassword(limited.app.context));
    await send(limited.address, 'POST', '/api/v1/auth/login', { body: { email: 'first@example.com', password: 'x' } });
    const attempt = (email: string) => workOf(contract.auth.login, { email, password: 'wrong password' });
    const known = await attempt(limitedSeed.own.owner.email);
    const unknown = await attempt('nobody@example.com');
    server = previous;
    await limited.close();
    expect(known.work).toEqual({ tasks: ['compare 1024'], transactions: 1 });
    expect(unknown).toEqual(known);
  });

  it.each([
    ['cheaper', 4],
    ['much cheaper', 7],
    ['as dear', 10],
    ['dearer', 11],
  ])('cost a sign-in the same whatever the cost of the stored hash: %s', async (_, rounds) => {
    const { db } = server.app.context;
    const { id, email } = seed.own.member;
    const setHash = (hash: string) =>
      tablesOf(db.write).updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute();
    const { password_hash } = await tablesOf(db.read)
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    await setHash(bcrypt.hashSync('another password', rounds));
    const attempt = (address: string) => workOf(contract.auth.login, { email: address, password: 'wrong password' });
    const attempts = [await attempt(email), await attempt(seed.own.owner.email), await attempt('nobody@example.com')];
    await setHash(password_hash);
    for (const { work, answer } of attempts) {
      expect(work).toEqual({ tasks: [`compare ${2 ** Math.max(10, rounds)}`], transactions: 0 });
      expect(answer).toBe(attempts[0]?.answer);
    }
  });

  it('cost a sign-in the same while any account has a hash from another system', async () => {
    const { db } = server.app.context;
    const people = [seed.own.owner, seed.own.member, seed.own.admin];
    const stored = cheapHashes.slice(0, 2).map(([, , hash]) => readPasswordHash(hash));
    const hashes = stored.map((read) => ('stored' in read ? read.stored : ''));
    const setHash = (id: string, hash: string) =>
      tablesOf(db.write).updateTable('users').set({ password_hash: hash }).where('id', '=', id).execute();
    const before = await tablesOf(db.read).selectFrom('users').select(['id', 'password_hash']).execute();
    for (const [index, hash] of hashes.entries()) await setHash(people[index + 1]?.id ?? '', hash);
    const attempts = [];
    for (const email of [...people.map((person) => person.email), 'nobody@example.com']) {
      attempts.push(await workOf(contract.auth.login, { email, password: 'wrong password' }));
    }
    for (const { id, password_hash } of before) await setHash(id, password_hash);
    const kinds = hashes.map((hash) => storedKind(hash)).sort();
    for (const { work, answer } of attempts) {
      expect(work).toEqual({ tasks: ['compare 1024', `imported ${kinds.join(' ')}`], transactions: 0 });
      expect(answer).toBe(attempts[0]?.answer);
    }
  });

  it('cost a sign-in the same if the known one belongs to a removed member', async () => {
    const { own } = seed;
    const removal = { tenant_id: own.id, user_id: own.removed.id };
    await callHttp(server.address, contract.team.removeMember, removal, { token: own.owner.token });
    // Its email would count as work of the next call.
    await server.app.service.mailWorker.drain();
    const removed = await workOf(contract.auth.login, { email: own.removed.email, password: testPassword });
    const unknown = await workOf(contract.auth.login, { email: 'nobody@example.com', password: testPassword });
    expect(removed).toEqual(unknown);
    expect(removed.work.tasks).toEqual(['compare 1024']);
  });

  it.each([
    ['forgotPassword', contract.auth.forgotPassword, 'password_reset'],
    ['resendVerification', contract.auth.resendVerification, 'verification'],
  ] as const)('cost %s the same before the answer; the account is looked up afterwards', async (_, operation, kind) => {
    // No running mail worker: it would process the request at once.
    const service = await createTestService();
    const { db } = service.service.context;
    const { email } = await service.owner(undefined, { verified: false });
    await tablesOf(db.write).deleteFrom('mails').execute();
    const run = vi.spyOn(Piscina.prototype, 'run');
    const known = await service.call(operation, { email });
    const unknown = await service.call(operation, { email: 'nobody@example.com' });
    expect(unknown).toEqual(known);
    expect(run).not.toHaveBeenCalled();
    const requests = await tablesOf(db.read).selectFrom('mail_requests').select('email').orderBy('email').execute();
    expect(requests.map((request) => request.email)).toEqual(['nobody@example.com', email].sort());
    const mails = () => tablesOf(db.read).selectFrom('mails').select(['recipient', 'kind']).execute();
    expect(await mails()).toEqual([]);
    await service.service.mailWorker.drain();
    expect(await mails()).toEqual([{ recipient: email, kind }]);
    expect(await tablesOf(db.read).selectFrom('mail_requests').selectAll().execute()).toEqual([]);
    await service.close();
  });

  it('show a different cost if a sign-in skips the comparison (check of the measurement itself)', async () => {
    vi.spyOn(server.app.context.passwords, 'verify').mockResolvedValue(false);
    const { work } = await workOf(contract.auth.login, { email: 'nobody@example.com', password: 'x' });
    expect(work.tasks).toEqual([]);
  });
});

describe('new and taken addresses at change-email', () => {
  it('get the same answer after the same password comparison', async () => {
    const { token } = seed.own.coOwner;
    const attempt = async (email: string) => {
      const run = vi.spyOn(Piscina.prototype, 'run');
      const input = { new_email: email, password: testPassword };
      const answer = await callHttp(server.address, contract.profile.changeEmail, input, { token });
      const count = run.mock.calls.length;
      vi.restoreAllMocks();
      return [answer.status, withoutRequestId(answer), count];
    };
    const free = await attempt('free@example.com');
    const taken = await attempt(seed.foreign.owner.email);
    expect(free[0]).toBe(200);
    expect(taken).toEqual(free);
    expect(free[2]).toBe(1);
  });
});
