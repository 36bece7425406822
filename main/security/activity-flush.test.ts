import { describe, expect, it, vi } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { setPolicies } from '#e2e/support/policies.ts';
import { closedAfterwards, perFile } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { hour, minute, second } from '#shared/rules/limits.ts';
import { purge } from '../jobs/purge.ts';
import { tablesOf } from '../storage/database/tables.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const person = perFile(() => app.owner());

const me = (token: string) => app.call(contract.profile.getMe, {}, { token });
const lastActivity = async ({ token }: Person) => {
  const { callers, db } = app.service.context;
  const { sessionId } = await callers.verify(token);
  const row = await tablesOf(db.read)
    .selectFrom('sessions')
    .select('last_active_at')
    .where('id', '=', sessionId)
    .executeTakeFirstOrThrow();
  return row.last_active_at;
};
const lastUse = async (keyId: string) => {
  const { db } = app.service.context;
  const row = await tablesOf(db.read)
    .selectFrom('api_keys')
    .select('last_used_at')
    .where('id', '=', keyId)
    .executeTakeFirstOrThrow();
  return row.last_used_at;
};

/** Flushes, and makes a call once the values to write are taken, before they are written. */
const flushWith = async (call: () => Promise<unknown>) => {
  const { callers, db } = app.service.context;
  const transaction = db.transaction.bind(db);
  vi.spyOn(db, 'transaction').mockImplementationOnce(async (scope, work) => {
    await call();
    return transaction(scope, work);
  });
  await callers.flush();
};

describe('a flush', () => {
  it('keeps the activity of a call that came while it wrote for the next flush', async () => {
    await me(person.token);
    await flushWith(async () => {
      app.clock.advance(1 * minute);
      await me(person.token);
    });
    await app.service.context.callers.flush();
    expect(await lastActivity(person)).toBe(app.clock.now());
  });

  it("keeps a key's use that came while it wrote for the next flush", async () => {
    const { key, api_key } = await createKey(app, person);
    await me(key);
    await flushWith(async () => {
      app.clock.advance(2 * minute);
      await me(key);
    });
    await app.service.context.callers.flush();
    expect(await lastUse(api_key.key_id)).toBe(app.clock.now());
  });
});

it("stores a key's use after the clock was set back", async () => {
  const { key, api_key } = await createKey(app, person);
  await me(key);
  await app.service.context.callers.flush();
  app.clock.advance(-1 * hour);
  await me(key);
  await app.service.context.callers.flush();
  expect(await lastUse(api_key.key_id)).toBe(app.clock.now());
  app.clock.advance(1 * hour);
});

it('neither ends nor hides who came back, while their activity waits to be stored', async () => {
  const owner = await app.owner();
  await setPolicies(app, owner, { session_idle_minutes: 5 });
  const { db } = app.service.context;
  const early = await app.join(owner);
  app.clock.advance(2 * second);
  const late = await app.join(owner);
  app.clock.advance(5 * minute - 3 * second);
  await me(early.token);
  app.clock.advance(3 * second - 1);
  await me(late.token);
  const sessions = async () =>
    tablesOf(db.read).selectFrom('sessions').select('id').where('ended_at', 'is', null).execute();
  const before = await sessions();
  const transaction = db.transaction.bind(db);
  // Storing the first one takes until the other one would be idle.
  vi.spyOn(db, 'transaction').mockImplementationOnce(async (scope, work) => {
    app.clock.advance(1);
    return transaction(scope, work);
  });
  await app.call(contract.sessions.listSessionHistory, {}, { token: early.token });
  expect(await sessions()).toEqual(before);
});

it('asks about any number of sessions that came back', async () => {
  const owner = await app.owner();
  app.clock.advance(6 * minute);
  await me(owner.token);
  const { callers } = app.service.context;
  for (let n = 0; n < 17_000; n += 1) callers.recordActivity({ id: `sess_${n}`, tenantId: owner.tenantId });
  const counted = app.call(contract.sessions.countSessions, { tenant_id: owner.tenantId }, { token: owner.token });
  expect(await counted).toMatchObject({ sessions: 1 });
});

it('is forgotten once a clock that was ahead is corrected', async () => {
  const { service, clock, call, owner } = await closedAfterwards(createTestService({ 'rate-limits': 'off' }));
  const { token } = await owner();
  clock.jump(20 * minute);
  await call(contract.profile.getMe, {}, { token });
  await service.context.callers.flush();
  clock.jump(-20 * minute);
  await purge(service.context);
  clock.advance(31 * minute);
  await failsWith(call(contract.profile.getMe, {}, { token }), 'SESSION_ENDED');
});
