import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { auditRows, verifyAuditLog } from '#e2e/support/audit.ts';
import { addEntries } from '#e2e/support/audit-log.ts';
import { setPolicies } from '#e2e/support/policies.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { createWorkspace, scheduleDeletion } from '#e2e/support/team.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day } from '#shared/rules/limits.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { purge } from './purge.ts';

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner('owner@example.com'));

const context = () => app.service.context;
const run = (signal?: AbortSignal) => purge(context(), signal);
const keepFor = async (audit_retention_days: number | null, person = owner) =>
  setPolicies(app, await app.login(person), { audit_retention_days });
const sequences = async (person = owner) => (await auditRows(app, person.tenantId)).map(({ sequence }) => sequence);
const list = async (filter: { action?: 'retryMail'; q?: string; limit?: number; offset?: number } = {}) => {
  const { token, tenantId } = await app.login(owner);
  return app.call(contract.audit.listAuditEvents, { tenant_id: tenantId, ...filter }, { token });
};
const removals = async () =>
  (await auditRows(app, owner.tenantId))
    .filter(({ action }) => action === 'purgeAuditLog')
    .map(({ actor_id, details }) => ({ actor_id, ...JSON.parse(details ?? '') }));
const verdict = () => verifyAuditLog(app, owner.tenantId);

describe('the audit log of an organization', () => {
  it('is kept permanently unless its owners decide otherwise', async () => {
    app.clock.advance(4_000 * day);
    await run();
    expect((await sequences())[0]).toBe(1);
    expect(await verdict()).toEqual({ valid: true, checked: 2 });
  });

  it('loses entries that are older than the policy, to the millisecond, and says how many', async () => {
    const stranger = await app.owner('stranger@example.com');
    await addEntries(app, owner, 3);
    const before = await sequences();
    app.clock.advance(1 * day);
    await keepFor(90);
    const kept = (await sequences()).filter((sequence) => sequence > before.length);
    app.clock.advance(89 * day);
    await run();
    expect(await sequences()).toEqual([...before, ...kept]);
    app.clock.advance(1);
    await run();
    expect(await removals()).toEqual([
      { actor_id: 'system', entries: before.length, last_entry: before.length, audit_retention_days: 90 },
    ]);
    expect(await sequences()).toEqual([...kept, kept.length + before.length + 1]);
    expect(await sequences(stranger)).toEqual([1, 2]);
    const { events, total } = await list();
    expect(total).toBe(events.length);
    expect(events.at(-1)?.sequence).toBe(before.length + 1);
    expect(await verdict()).toEqual({ valid: true, checked: total, removed: before.length });
  });

  it('loses more each day, and its chain holds from what is left', async () => {
    await keepFor(90);
    for (let n = 0; n < 3; n += 1) {
      app.clock.advance(30 * day);
      await addEntries(app, owner, 10);
    }
    for (let n = 0; n < 5; n += 1) {
      app.clock.advance(15 * day);
      await run();
      expect(await verdict()).toMatchObject({ valid: true });
    }
    const counts = (await removals()).map(({ entries }) => entries);
    const rows = await sequences();
    expect(counts.length).toBeGreaterThan(1);
    expect(await verdict()).toEqual({ valid: true, checked: rows.length, removed: (rows[0] ?? 0) - 1 });
  });

  it('is purged once a day, and at once after the policy has changed', async () => {
    await addEntries(app, owner, 2);
    await keepFor(120);
    app.clock.advance(60 * day);
    await addEntries(app, owner, 2);
    app.clock.advance(61 * day);
    await run();
    app.clock.advance(1 * day - 1);
    await addEntries(app, owner, 1);
    await run();
    expect(await removals()).toHaveLength(1);
    await keepFor(90);
    app.clock.advance(30 * day);
    await run();
    expect((await removals()).map(({ audit_retention_days }) => audit_retention_days)).toEqual([120, 90]);
  });

  it('stays as it is where the policy was lifted in time', async () => {
    await keepFor(90);
    app.clock.advance(91 * day);
    await keepFor(null);
    await run();
    expect((await sequences())[0]).toBe(1);
  });

  it('keeps an entry that is young enough, and what follows it, but none for a date in the future', async () => {
    await keepFor(90);
    const first = (await sequences()).length;
    app.clock.advance(50 * day);
    await addEntries(app, owner, 1);
    app.clock.advance(-40 * day);
    await addEntries(app, owner, 1);
    app.clock.advance(81 * day);
    await run();
    expect((await sequences())[0]).toBe(first + 1);
    app.clock.advance(4_000 * day);
    await addEntries(app, owner, 1);
    app.clock.advance(-3_900 * day);
    await run();
    expect(await removals()).toMatchObject([{ last_entry: first + 4 }]);
    expect(await verdict()).toMatchObject({ valid: true });
    expect((await auditRows(app, owner.tenantId)).map(({ action }) => action)).not.toContain('retryMail');
  });
});

describe('entries that were removed', () => {
  it('go in short transactions, and are not seen while they wait for it', async () => {
    await addEntries(app, owner, 600);
    app.clock.advance(1 * day);
    await keepFor(90);
    app.clock.advance(90 * day - 1);
    const { db } = context();
    const kept = (await sequences()).length - 602 + 1;
    const left: number[] = [];
    const stop = new AbortController();
    const original = db.transaction.bind(db);
    const transaction = vi.spyOn(db, 'transaction').mockImplementation(async (scope, work) => {
      const result = await original(scope, work);
      left.push((await sequences()).length);
      if (left.at(-1) === kept + 352) stop.abort();
      return result;
    });
    await run(stop.signal);
    transaction.mockRestore();
    expect(left.slice(-2)).toEqual([kept + 602, kept + 352]);
    const { total, events } = await list({ limit: 500 });
    expect(events.every(({ sequence }) => sequence > 602)).toBe(true);
    expect(events).toHaveLength(total);
    expect(await list({ action: 'retryMail' })).toEqual({ events: [], total: 0 });
    expect(await list({ q: 'entry 599' })).toEqual({ events: [], total: 0 });
    expect(await verdict()).toMatchObject({ valid: true, removed: 602 });
    await run();
    expect((await sequences())[0]).toBe(603);
    expect(await removals()).toHaveLength(1);
    expect(await verdict()).toMatchObject({ valid: true, removed: 602 });
  });

  it('may have texts that were erased: what remains of them is still confirmed', async () => {
    const leavers = [await app.join(owner, 'admin'), await app.join(owner, 'admin')] as const;
    await keepFor(90);
    for (const [n, leaver] of leavers.entries()) {
      await createWorkspace(app, await app.login(leaver), `Early ${n}`);
      app.clock.advance(10 * day);
      await createWorkspace(app, await app.login(leaver), `Late ${n}`);
    }
    app.clock.advance(20 * day);
    for (const leaver of leavers) await scheduleDeletion(app, await app.login(leaver));
    app.clock.advance(45 * day);
    await run();
    expect((await auditRows(app, owner.tenantId)).filter(({ action }) => action === 'purgeAccount')).toHaveLength(2);
    const removed = new Set<number>();
    for (let n = 0; n < 12; n += 1) {
      app.clock.advance(10 * day);
      await run();
      expect(await verdict()).toEqual({
        valid: true,
        checked: (await sequences()).length,
        removed: expect.any(Number),
      });
      removed.add((await sequences())[0] ?? 0);
    }
    // The log began within the history of the accounts, and then after it.
    expect(removed.size).toBeGreaterThan(2);
    expect((await auditRows(app, owner.tenantId)).some(({ action }) => action === 'purgeAccount')).toBe(false);
  });

  it('don’t count for an account that is deleted before they are', async () => {
    const leaver = await app.join(owner, 'admin');
    await addEntries(app, owner, 300);
    await keepFor(90);
    app.clock.advance(80 * day);
    await createWorkspace(app, await app.login(leaver), 'Late');
    app.clock.advance(11 * day);
    const { db } = context();
    const stop = new AbortController();
    const original = db.transaction.bind(db);
    const transaction = vi.spyOn(db, 'transaction').mockImplementation(async (scope, work) => {
      const result = await original(scope, work);
      if ((await removals()).length > 0) stop.abort();
      return result;
    });
    await run(stop.signal);
    transaction.mockRestore();
    expect((await sequences())[0]).toBe(1);
    await tablesOf(db.write)
      .updateTable('users')
      .set({ status: 'pending_deletion', delete_at: context().clock.now() })
      .where('id', '=', leaver.id)
      .execute();
    await run();
    expect((await auditRows(app, owner.tenantId)).at(-1)?.action).toBe('purgeAccount');
    expect(await verdict()).toMatchObject({ valid: true });
  });
});

describe('a log that is not intact keeps its old entries', () => {
  const expectKept = async (): Promise<void> => {
    const error = vi.spyOn(context().log, 'error').mockReturnValue(undefined);
    app.clock.advance(91 * day);
    const before = await sequences();
    await run();
    expect(await sequences()).toEqual(before);
    expect(error).toHaveBeenCalledWith(
      expect.objectContaining({ tenant_id: owner.tenantId }),
      'kept old audit log entries: the log may have been tampered with',
    );
  };

  it('because an entry was changed', async () => {
    await keepFor(90);
    await sql`update audit_events set target_label = 'nobody' where sequence = 2`.execute(tablesOf(context().db.write));
    await expectKept();
  });

  it('because its end was cut and replaced', async () => {
    await keepFor(90);
    const { db, auditAnchors } = context();
    const head = await tablesOf(db.read).selectFrom('audit_heads').selectAll().executeTakeFirstOrThrow();
    await addEntries(app, owner, 1);
    await auditAnchors.advance();
    app.clock.advance(1);
    await tablesOf(db.write).deleteFrom('audit_events').where('sequence', '>', head.sequence).execute();
    await tablesOf(db.write).updateTable('audit_heads').set(head).execute();
    await addEntries(app, owner, 5);
    await expectKept();
  });
});

it('accepts an end that was recorded long ago and has been removed since', async () => {
  await addEntries(app, owner, 3);
  await keepFor(90);
  await context().auditAnchors.advance();
  const anchored = context().auditAnchors.of(owner.tenantId)?.sequence;
  app.clock.advance(200 * day);
  await app.restart();
  await run();
  expect((await sequences())[0]).toBe((anchored ?? 0) + 1);
  expect(await context().auditAnchors.findings()).toEqual({ cut: new Map(), doubt: undefined });
  await app.restart();
  await context().auditAnchors.advance();
  const { token } = await app.login(owner);
  expect(await app.call(contract.audit.verifyAuditLog, { tenant_id: owner.tenantId }, { token })).toMatchObject({
    valid: true,
    complete: true,
    removed: anchored,
  });
});
