import type { KyselyPlugin } from 'kysely';
import { describe, expect, it } from 'vitest';
import { seedApiKey } from '#e2e/support/api-keys.ts';
import { lapse } from '#e2e/support/confirmations.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createLiveUpgrade } from '#e2e/support/live-upgrade.ts';
import { countOutcomes } from '#e2e/support/outcomes.ts';
import { setPolicies } from '#e2e/support/policies.ts';
import { perTest } from '#e2e/support/prepared.ts';
import type { Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec, OutputOf, RequestOf } from '#shared/contract/operation.ts';
import { day } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { purge } from '../jobs/purge.ts';
import { createIdempotency } from '../security/idempotency.ts';
import type { Database } from '../storage/database/database.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { invoke } from './invoke.ts';

const { hosting, team, auth, security } = contract;

const live = perTest(() => createLiveUpgrade());

const client = { ip: '127.0.0.1', local: true, userAgent: 'test', background: false, requestId: 'req_test' };
/** Calls an operation with an Idempotency-Key. */
const send = async <Op extends OperationSpec>(
  operation: Op,
  input: RequestOf<Op>,
  idempotencyKey: string,
  token: string | undefined = live.owner.person.token,
  ip = client.ip,
): Promise<OutputOf<Op>> =>
  (await invoke(live.app.service.context, operation, input, {
    authorization: token && `Bearer ${token}`,
    idempotencyKey,
    client: { ...client, ip },
  })) as OutputOf<Op>;
/** A database whose first answer comes once something else has happened. */
const laggingBehind = (db: Database, somethingElse: Promise<unknown>): Database => {
  const lag: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => somethingElse.then(() => result),
  };
  return Object.create(db, { read: { value: tablesOf(db.read).withPlugin(lag) } });
};
const reasonOf = async (work: Promise<unknown>) => (await failsWith(work, 'IDEMPOTENCY_CONFLICT')).reason;
const invitation = (email: string) => ({ tenant_id: live.owner.person.tenantId, email, role: 'member' as const });

describe('an Idempotency-Key', () => {
  it('carries an order out once, and answers the same again', async () => {
    const { run_id, version } = await live.chosen();
    const first = await send(hosting.orderUpgrade, { run_id, version }, 'order-1');
    expect(await send(hosting.orderUpgrade, { run_id, version }, 'order-1')).toEqual(first);
    expect(live.calls('upgrade_instance')).toBe(1);
    expect(live.emulator.state.orders).toHaveLength(1);
  });

  it('makes concurrent requests wait for the first', async () => {
    const { run_id, version } = await live.chosen();
    const order = () => send(hosting.orderUpgrade, { run_id, version }, 'order-1');
    const answers = await Promise.all([order(), order(), order()]);
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(live.calls('upgrade_instance')).toBe(1);
  });

  it('stays usable while its request waits for a confirmation', async () => {
    const { app, owner } = live;
    const { password, token } = owner.person;
    await setPolicies(app, owner.person, { confirm_sensitive_changes: true });
    lapse(app);
    const newOwner = { ...invitation('ann@example.org'), role: 'owner' as const };
    await failsWith(send(team.inviteMember, newOwner, 'invite'), 'REAUTHENTICATION_REQUIRED');
    await app.call(auth.confirmSession, { password }, { token });
    const first = await send(team.inviteMember, newOwner, 'invite');
    expect(await send(team.inviteMember, newOwner, 'invite')).toEqual(first);
  });

  it('refuses another request, whether the first is answered or not', async () => {
    const both = await countOutcomes([
      send(team.inviteMember, invitation('ann@example.org'), 'invite'),
      send(team.inviteMember, invitation('bob@example.org'), 'invite'),
    ]);
    expect(both).toEqual({ ok: 1, IDEMPOTENCY_CONFLICT: 1 });
    expect(await reasonOf(send(team.inviteMember, invitation('cid@example.org'), 'invite'))).toBe('other_request');
    const { run_id } = await live.chosen();
    expect(await reasonOf(send(hosting.cancelUpgradeRun, { run_id }, 'invite'))).toBe('other_request');
    expect((await live.call(hosting.getUpgradeRun, { run_id })).state).toBe('choosing');
  });

  it('can be used again after a refusal, which has changed nothing', async () => {
    live.emulator.fail('hourly_disabled', { action: 'upgrade_instance' });
    const { run_id, version } = await live.chosen();
    await failsWith(send(hosting.orderUpgrade, { run_id, version }, 'order-1'), 'PROVIDER_REJECTED');
    const run = await live.call(hosting.getUpgradeRun, { run_id });
    await send(hosting.orderUpgrade, { run_id, version: run.version }, 'order-1');
    expect(live.emulator.state.orders).toHaveLength(1);
  });

  it('is used up by an error that leaves open what was done', async () => {
    const { idempotency } = live.app.service.context;
    const { id: userId, tenantId } = live.owner.person;
    const request = { key: 'order-1', by: { userId, tenantId }, operation: 'orderUpgrade', input: {} };
    let begun = 0;
    const order = () =>
      idempotency.once(request, async () => {
        begun += 1;
        throw new Error('The connection was lost');
      });
    await expect(order()).rejects.toThrow('The connection was lost');
    expect(await reasonOf(order())).toBe('interrupted');
    expect(begun).toBe(1);
  });

  it('answers the same after a restart', async () => {
    const first = await send(team.inviteMember, invitation('ann@example.org'), 'invite');
    await live.app.restart();
    expect(await send(team.inviteMember, invitation('ann@example.org'), 'invite')).toEqual(first);
  });

  it('says that a request was interrupted if the service stopped before its answer', async () => {
    await send(team.inviteMember, invitation('ann@example.org'), 'invite');
    const { db } = live.app.service.context;
    await tablesOf(db.write).updateTable('idempotency_keys').set({ sealed_answer: null }).execute();
    await live.app.restart();
    expect(await reasonOf(send(team.inviteMember, invitation('ann@example.org'), 'invite'))).toBe('interrupted');
    expect(await reasonOf(send(team.inviteMember, invitation('bob@example.org'), 'invite'))).toBe('other_request');
  });

  it('answers the same at another instance that has begun at the same time', async () => {
    const { db, clock, clockWatch, secretBox } = live.app.service.context;
    const request = { key: 'k', by: { address: '192.0.2.1' }, operation: 'signup', input: {} };
    const { promise, resolve } = Promise.withResolvers<void>();
    const late = createIdempotency({ db: laggingBehind(db, promise), clock, clockWatch, secretBox }).once(
      request,
      async () => 'late',
    );
    const first = createIdempotency({ db, clock, clockWatch, secretBox }).once(request, async () => 'first');
    expect(await first).toEqual({ answer: 'first', isReplayed: false });
    resolve();
    expect(await late).toEqual({ answer: 'first', isReplayed: true });
  });

  it('is forgotten after 24 hours', async () => {
    await send(team.inviteMember, invitation('ann@example.org'), 'invite');
    live.app.clock.advance(day);
    await live.signInAgain();
    const again = await live.app.login(live.owner.person);
    await failsWith(send(team.inviteMember, invitation('ann@example.org'), 'invite', again.token), 'ALREADY_INVITED');
    await send(team.inviteMember, invitation('bob@example.org'), 'invite', again.token);
  });

  it('is one per caller, and needs no account for a sign-up', async () => {
    const other = await live.app.owner();
    await send(team.inviteMember, invitation('ann@example.org'), 'key');
    const elsewhere = { ...invitation('bob@example.org'), tenant_id: other.tenantId };
    await send(team.inviteMember, elsewhere, 'key', other.token);
    const signup = { email: 'new@example.org', name: 'New', password: 'a long passphrase', company_name: 'New' };
    const created = await send(auth.signup, signup, 'key', '');
    expect(await send(auth.signup, signup, 'key', '')).toEqual(created);
    expect(await reasonOf(send(auth.signup, { ...signup, password: 'another passphrase' }, 'key', ''))).toBe(
      'other_request',
    );
  });

  it('is not one of a session and an API key, nor of two API keys', async () => {
    const { db } = live.app.service.context;
    const keys: string[] = [];
    for (let count = 0; count < 2; count += 1) {
      keys.push((await seedApiKey(live.app.service.context, db.write, live.owner.person.id)).key);
    }
    await send(team.inviteMember, invitation('ann@example.org'), 'key');
    for (const [index, key] of keys.entries()) {
      await failsWith(send(team.inviteMember, invitation('ann@example.org'), 'key', key), 'ALREADY_INVITED');
      const own = invitation(`of${index}@example.org`);
      expect(await send(team.inviteMember, own, 'key', key)).toEqual(await send(team.inviteMember, own, 'key', key));
    }
    const again = await live.app.login(live.owner.person);
    expect(await send(team.inviteMember, invitation('ann@example.org'), 'key', again.token)).toMatchObject({
      email: 'ann@example.org',
    });
  });

  it('ends with the API key that used it', async () => {
    const { db } = live.app.service.context;
    const { id: key_id, key } = await seedApiKey(live.app.service.context, db.write, live.owner.person.id);
    await send(team.inviteMember, invitation('ann@example.org'), 'key', key);
    await send(team.inviteMember, invitation('bob@example.org'), 'key');
    await live.app.call(security.revokeApiKey, { key_id }, { token: live.owner.person.token });
    const rows = await tablesOf(db.read).selectFrom('idempotency_keys').select('api_key_id').execute();
    expect(rows).toEqual([{ api_key_id: null }]);
  });

  it('without an account belongs to the network that it comes from', async () => {
    const signup = { email: 'new@example.org', name: 'New', password: 'a long passphrase', company_name: 'New' };
    const from = (ip: string, input = signup) => send(auth.signup, input, 'key', '', ip);
    const created = await from('2001:db8::1');
    expect(await from('2001:db8::2')).toEqual(created);
    await failsWith(from('2001:db8:0:1::1'), 'EMAIL_TAKEN');
    const other = await from('192.0.2.1', { ...signup, email: 'other@example.org' });
    expect(other.email).toBe('other@example.org');
  });

  it('stores neither the request nor the answer in plain text', async () => {
    await send(team.inviteMember, invitation('ann@example.org'), 'the-key');
    const rows = await tablesOf(live.app.service.context.db.read).selectFrom('idempotency_keys').selectAll().execute();
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/the-key|ann@|invitation/);
  });

  it.each(['sealed_request', 'sealed_answer'] as const)('gives no answer once its %s was changed', async (column) => {
    await send(team.inviteMember, invitation('ann@example.org'), 'the-key');
    const { db } = live.app.service.context;
    const row = await tablesOf(db.read).selectFrom('idempotency_keys').selectAll().executeTakeFirstOrThrow();
    const changed = `${row[column]?.slice(0, -4)}AAAA` as never;
    await tablesOf(db.write)
      .updateTable('idempotency_keys')
      .set({ [column]: changed })
      .execute();
    for (const email of ['ann@example.org', 'bob@example.org'])
      await expect(send(team.inviteMember, invitation(email), 'the-key')).rejects.toThrow();
    await send(team.inviteMember, invitation('bob@example.org'), 'another-key');
  });

  it.each([
    ['', 'required'],
    ['x'.repeat(256), 'too_long'],
  ])('that is %j is refused', async (key, reason) => {
    const { errors } = await failsWith(
      send(team.inviteMember, invitation('ann@example.org'), key),
      'VALIDATION_FAILED',
    );
    expect(errors).toMatchObject([{ path: 'idempotency-key', reason }]);
  });

  it('means nothing to operations that do no more when they are sent again', async () => {
    const { run_id } = await live.chosen();
    await send(hosting.checkUpgradeRun, { run_id }, 'key');
    expect(await send(hosting.markUpgradeRunSeen, { run_id }, 'key')).toMatchObject({ run_id });
  });

  for (const [begun, kept, again] of [
    ['before anything was done', false, 'runs again'],
    ['while what was done may have been stored', false, 'interrupted'],
    ['although what was done is stored, with its answer', true, 'is answered'],
  ] as const) {
    it(`whose request ended as busy ${begun}: ${again}`, async () => {
      const { context } = live.app.service;
      const { db, idempotency } = context;
      const by = { userId: live.owner.person.id };
      let runs = 0;
      const use = (fails: boolean) =>
        idempotency.once({ key: 'key', by, operation: 'test', input: {} }, async ({ keep, commits }) => {
          runs += 1;
          if (again !== 'runs again') commits();
          if (kept) await keep(db.write, { done: true });
          if (fails) throw new AppError('BUSY');
          return { done: true };
        });
      await failsWith(use(true), 'BUSY');
      if (again === 'interrupted') expect(await reasonOf(use(false))).toBe('interrupted');
      else expect(await use(false)).toEqual({ answer: { done: true }, isReplayed: kept });
      expect(runs).toBe(again === 'runs again' ? 2 : 1);
    });
  }

  it('is one of so many that an account, or one of its API keys, may have at a time', async () => {
    const { db, clock, clockWatch, secretBox } = live.app.service.context;
    const other = await live.app.owner();
    const idempotency = createIdempotency({ db, clock, clockWatch, secretBox, maxEach: 2 });
    const use = (key: string, { id }: Person, apiKeyId?: string) =>
      idempotency.once({ key, by: { userId: id, apiKeyId }, operation: 'test', input: {} }, async () => ({ key }));
    const { person } = live.owner;
    const { context } = live.app.service;
    const [leaked, kept] = [
      await seedApiKey(context, db.write, person.id),
      await seedApiKey(context, db.write, person.id),
    ];
    await use('1', person, leaked.id);
    await use('2', person, leaked.id);
    expect(await reasonOf(use('3', person, leaked.id))).toBe('too_many_keys');
    await use('3', person, kept.id);
    await use('1', person);
    await use('2', person);
    expect(await reasonOf(use('3', person))).toBe('too_many_keys');
    expect(await use('2', person)).toEqual({ answer: { key: '2' }, isReplayed: true });
    await use('3', other);
    live.app.clock.advance(day + 1);
    await purge(live.app.service.context);
    await use('3', person);
  });
});
