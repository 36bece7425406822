import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { isEmbedded, whileRefused } from '#e2e/support/engine.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createWorkspace, invite, scheduleDeletion, setUser } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import type { Schema } from '#main/storage/database/schema.ts';
import type { SealedText } from '#main/storage/database/sealed-text.ts';
import { contract } from '#shared/contract/index.ts';
import { day, hour, minute } from '#shared/rules/limits.ts';
import { asTransaction, tablesOf } from '../storage/database/tables.ts';
import { insertIdempotencyKey } from '../storage/store/identity/idempotency-keys.ts';
import { purge } from './purge.ts';

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner());

const run = () => purge(app.service.context);
const rows = (table: keyof Schema) => tablesOf(app.service.context.db.read).selectFrom(table).selectAll().execute();
const userIds = async () =>
  (await tablesOf(app.service.context.db.read).selectFrom('users').select('id').execute()).map(({ id }) => id);
const loginOf = ({ email, password }: Person) => app.call(contract.auth.login, { email, password });

describe('the purge', () => {
  it('catches up after a month of sleep, but ends and deletes nothing until the clock has proved itself', async () => {
    const [leaver, stayer] = [await app.join(owner), await app.join(owner)];
    await invite(app, owner, 'slept@example.com');
    await scheduleDeletion(app, leaver);
    app.clock.advance(31 * day);
    await app.restart();
    await app.service.start();
    const { db } = app.service.context;
    const statuses = () => tablesOf(db.read).selectFrom('invitations').select(['email', 'status']).execute();
    const open = () => tablesOf(db.read).selectFrom('sessions').select('id').where('ended_at', 'is', null).execute();
    const runOf = (job: string) => app.service.background.jobRuns().find(({ name }) => name === job);
    await expect.poll(() => runOf('clock')?.result).toBe('ok');
    expect(runOf('purge')).toMatchObject({ startedAt: undefined });
    expect(await open()).not.toEqual([]);
    expect(await statuses()).toContainEqual({ email: 'slept@example.com', status: 'pending' });
    expect(await userIds()).toContain(leaver.id);
    await failsWith(loginOf(leaver), 'INVALID_CREDENTIALS');
    await run();
    expect(await open()).toEqual([]);
    expect(await statuses()).toContainEqual({ email: 'slept@example.com', status: 'expired' });
    expect((await userIds()).sort()).toEqual([owner.id, stayer.id].sort());
    await failsWith(app.call(contract.profile.getMe, {}, { token: stayer.token }), 'SESSION_ENDED');
  });

  it('ends sessions after 30 minutes without activity and after 30 days, each with its reason', async () => {
    const active = await app.login(owner);
    const { db } = app.service.context;
    const sessionsBy = async () =>
      (
        await tablesOf(db.read)
          .selectFrom('sessions')
          .select(['end_reason', 'ended_at'])
          .orderBy('created_at')
          .execute()
      ).map(({ end_reason }) => end_reason);
    app.clock.advance(20 * minute);
    await app.call(contract.profile.getMe, {}, { token: active.token });
    app.clock.advance(10 * minute);
    await run();
    expect(await sessionsBy()).toEqual(expect.arrayContaining(['idle', null]));
    const now = app.clock.now();
    await tablesOf(db.write).updateTable('sessions').set({ expires_at: now }).where('ended_at', 'is', null).execute();
    await run();
    expect(await sessionsBy()).toEqual(expect.arrayContaining(['idle', 'expired']));
  });

  it('ends no session that is used while it works', async () => {
    const { callers, db } = app.service.context;
    const { id } = await tablesOf(db.read).selectFrom('sessions').select('id').executeTakeFirstOrThrow();
    app.clock.advance(30 * minute - 1);
    const flush = callers.flush.bind(callers);
    vi.spyOn(callers, 'flush').mockImplementation(async () => {
      await flush();
      callers.recordActivity({ id, tenantId: owner.tenantId });
      app.clock.advance(1);
    });
    await run();
    expect(await rows('sessions')).toMatchObject([{ id, ended_at: null }]);
  });

  it('deletes idempotency keys after a day', async () => {
    const { db, clock } = app.service.context;
    const key = {
      id: 'old',
      user_id: owner.id,
      api_key_id: null,
      service_key_id: null,
      sealed_request: 'x' as SealedText<'idempotency_keys.sealed_request'>,
      sealed_answer: null,
      used_at: clock.now(),
    };
    await insertIdempotencyKey(db.write, key);
    app.clock.advance(1 * day + 1);
    await insertIdempotencyKey(db.write, { ...key, id: 'new', used_at: clock.now() });
    await run();
    expect(await rows('idempotency_keys')).toMatchObject([{ id: 'new' }]);
  });

  it('deletes ended sessions after 30 days, links and failures after days, and emails after 90', async () => {
    await failsWith(app.call(contract.auth.login, { email: owner.email, password: 'wrong' }), 'INVALID_CREDENTIALS');
    await app.call(contract.auth.logout, {}, { token: owner.token });
    app.clock.advance(1 * day + 1);
    await run();
    expect(await rows('sign_in_failures')).toEqual([]);
    expect(await rows('one_time_tokens')).toHaveLength(1);
    app.clock.advance(8 * day);
    await run();
    expect(await rows('one_time_tokens')).toEqual([]);
    expect(await rows('sessions')).toHaveLength(1);
    expect(await rows('mails')).toMatchObject([{ token_id: null }]);
    app.clock.advance(21 * day + hour);
    await run();
    expect(await rows('sessions')).toEqual([]);
    expect(await rows('mails')).toHaveLength(1);
    app.clock.advance(60 * day);
    await run();
    expect(await rows('mails')).toEqual([]);
  });

  it('deletes API keys 30 days after their end; until then they are listed and refused', async () => {
    const ending = await createKey(app, owner, { name: 'Ending', expires_in_days: 1 });
    await createKey(app, owner, { name: 'Lasting' });
    const names = async () =>
      (await app.call(contract.security.listApiKeys, {}, { token: (await app.login(owner)).token })).api_keys.map(
        ({ name }) => name,
      );
    app.clock.advance(1 * day);
    await failsWith(app.call(contract.profile.getMe, {}, { token: ending.key }), 'TOKEN_EXPIRED');
    app.clock.advance(30 * day);
    await run();
    expect((await names()).sort()).toEqual(['Ending', 'Lasting']);
    app.clock.advance(1);
    await run();
    expect(await names()).toEqual(['Lasting']);
    await failsWith(app.call(contract.profile.getMe, {}, { token: ending.key }), 'TOKEN_INVALID');
  });

  it('leaves removed members and current data alone', async () => {
    const removed = await app.join(owner);
    await setUser(app, removed.id, { status: 'removed' });
    app.clock.advance(100 * day);
    await run();
    await run();
    expect((await userIds()).sort()).toEqual([owner.id, removed.id].sort());
  });

  // On a server, its row refers to the tenant.
  it.runIf(isEmbedded())('deletes the sandbox of a deleted tenant', async () => {
    const { sandboxes } = app.service.context;
    const known = async () =>
      Object.keys(JSON.parse(await readFile(join(app.dataDir, 'sandbox.json'), 'utf8')).accounts);
    for (const name of ['tnt_gone', owner.tenantId]) await sandboxes.account(name).payInvoice(1);
    expect((await known()).sort()).toEqual([owner.tenantId, 'tnt_gone'].sort());
    await run();
    expect(await known()).toEqual([owner.tenantId]);
  });

  it('deletes no account once the service stops', async () => {
    const person = await app.join(owner);
    await scheduleDeletion(app, person);
    app.clock.advance(30 * day);
    await purge(app.service.context, AbortSignal.abort());
    expect(await userIds()).toContain(person.id);
    await run();
    expect(await userIds()).toEqual([owner.id]);
  });

  it('deletes an account whole or not at all, and goes on with it next time', async () => {
    const person = await app.join(owner);
    await createWorkspace(app, owner, 'Kept');
    await scheduleDeletion(app, person);
    app.clock.advance(30 * day);
    const { db } = app.service.context;
    const before = [await rows('invitations'), await rows('mails'), await rows('audit_events')];
    // The audit row is the last write of a deletion.
    await whileRefused(db.write, 'update on audit_heads', async () => {
      await expect(run()).rejects.toThrow('refused');
      expect(await userIds()).toContain(person.id);
      expect([await rows('invitations'), await rows('mails'), await rows('audit_events')]).toEqual(before);
    });
    await run();
    expect(await userIds()).toEqual([owner.id]);
  });

  it('works in short transactions, and stops between two', async () => {
    const { db } = app.service.context;
    const session = await tablesOf(db.read).selectFrom('sessions').selectAll().executeTakeFirstOrThrow();
    const copies = Array.from({ length: 600 }, (_, n) => ({
      ...session,
      id: `ses_${n}`,
      browser_hash: null,
      ended_at: app.clock.now(),
      end_reason: 'idle' as const,
    }));
    for (let n = 0; n < 600; n += 100)
      await tablesOf(db.write)
        .insertInto('sessions')
        .values(copies.slice(n, n + 100))
        .execute();
    app.clock.advance(31 * day);
    const left: number[] = [];
    const stop = new AbortController();
    const transaction = vi.spyOn(db, 'transaction').mockImplementation(async (_scope, work) => {
      const result = await tablesOf(db.write)
        .transaction()
        .execute((tx) => work(asTransaction(tx)));
      left.push((await rows('sessions')).length);
      if (left.at(-1) === 351) stop.abort();
      return result;
    });
    await purge(app.service.context, stop.signal);
    expect(left.at(-1)).toBe(351);
    await run();
    expect(left).toEqual(expect.arrayContaining([601, 351, 101, 1]));
    transaction.mockRestore();
  });
});
