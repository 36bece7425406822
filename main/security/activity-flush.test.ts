import { describe, expect, it, vi } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { hour, minute } from '#shared/rules/limits.ts';
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
