import { describe, expect, it } from 'vitest';
import {
  actionOf,
  actorOf,
  consequences,
  deferred,
  ofSamples,
  operatorEvents,
  recordedEachTime,
  serviceEvents,
  targetOf,
  unrecorded,
} from '#e2e/http-api/expected-audit-rows.ts';
import type { OperationId } from '#e2e/http-api/permission-row.ts';
import { rows } from '#e2e/http-api/permission-rows.ts';
import { auditRows } from '#e2e/support/audit.ts';
import { backedUpService } from '#e2e/support/backed-up-service.ts';
import type { Actor } from '#e2e/support/seed-actors.ts';
import { createSeedData, type SeedData } from '#e2e/support/seed-data.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { contract, operations } from '#shared/contract/index.ts';
import { isRead } from '#shared/contract/operation.ts';
import { auditActions } from '#shared/texts/audit.ts';
import { tablesOf } from '../../storage/database/tables.ts';
import type { AuditEventRow } from '../../storage/store/audit/audit-events.ts';

const app = backedUpService();

const ip = '203.0.113.77';
const changing = operations.filter(({ operation }) => !isRead(operation));
const recorded = changing.filter(({ operation }) => !((operation.id as OperationId) in unrecorded));

const freshSeed = async (id: string): Promise<SeedData> => {
  const seed = await createSeedData(app.service.context, app.passwordHash, 'same');
  if (id === 'restoreAccount') {
    await tablesOf(app.service.context.db.write)
      .updateTable('users')
      .set({ status: 'pending_deletion', delete_at: app.clock.now() + 1 })
      .where('id', '=', seed.own.pending.id)
      .execute();
  }
  return seed;
};
const send = async (
  operation: (typeof operations)[number]['operation'],
  input: Record<string, unknown>,
  caller: Actor | undefined,
): Promise<Record<string, unknown>> => {
  const answer = await app.call(operation, input as never, {
    ip,
    ...(operation.auth !== 'none' && { token: caller?.token }),
  });
  await app.service.mailWorker.drain();
  return answer as Record<string, unknown>;
};
/** The rows of every tenant, newest last. */
const allRows = (): Promise<AuditEventRow[]> =>
  tablesOf(app.service.context.db.read).selectFrom('audit_events').selectAll().orderBy('at').execute();

describe('the catalog of actions', () => {
  it("contains every recorded operation, the service's own events, and nothing else", () => {
    const expected = [
      ...recorded.map(({ operation }) => actionOf(operation.id as OperationId)),
      ...serviceEvents,
      ...operatorEvents,
    ];
    expect(Object.keys(auditActions).sort()).toEqual([...new Set(expected)].sort());
  });

  it('describes each in its own words', () => {
    expect(new Set(Object.values(auditActions).map(({ text }) => text)).size).toBe(Object.keys(auditActions).length);
  });
});

describe.each(recorded.map(({ operation }) => [operation.id as OperationId, operation] as const))(
  '%s',
  (id, operation) => {
    it('writes one row with actor, target and origin', async () => {
      const seed = await freshSeed(id);
      const caller = seed.own.owner;
      const prepared = await rows[id].prepare?.(app.service.context, caller, seed);
      const before = await allRows();
      const answer = await send(operation, { ...rows[id].input(seed, caller), ...prepared }, caller);
      const known = new Set(before.map(({ hash }) => hash));
      const all = (await allRows()).filter(({ hash }) => !known.has(hash));
      const beside = consequences[id] ?? [];
      expect(new Set(all.map(({ action }) => action))).toEqual(new Set([actionOf(id), ...beside]));
      const added = all.filter(({ action }) => !beside.includes(action));
      expect(added).toHaveLength(1);
      expect(added[0]).toMatchObject({
        tenant_id: id === 'signup' ? answer.tenant_id : seed.own.id,
        action: actionOf(id),
        actor_id: actorOf(id, seed, answer, caller),
        target_id: targetOf(id, seed, answer, caller),
        ip_address: ip,
        at: app.clock.now(),
      });
      expect(added[0]?.actor_name).toEqual(expect.stringMatching(/./));
      expect(added[0]?.target_label).toEqual(expect.stringMatching(/./));
    });
  },
);

describe('operations without a row', () => {
  it('are few, change something, and have a reason', () => {
    for (const [id, reason] of Object.entries(unrecorded)) {
      expect(changing.map(({ operation }) => operation.id)).toContain(id);
      expect(reason.length).toBeGreaterThan(20);
    }
    for (const id of deferred) expect(recorded.map(({ operation }) => operation.id)).toContain(id);
  });

  it('write none, and neither does any read', async () => {
    const seed = await freshSeed('');
    // A passkey, which one of them needs, would have to confirm the others.
    const preparing = await freshSeed('');
    const before = (await allRows()).length;
    for (const { operation } of operations) {
      const id = operation.id as OperationId;
      if (id in ofSamples || rows[id].refuses?.owner || (!isRead(operation) && !(id in unrecorded))) continue;
      const isPrepared = isRead(operation) && rows[id].prepare !== undefined;
      const used = isPrepared ? preparing : seed;
      const { owner } = used.own;
      const prepared = isPrepared ? await rows[id].prepare?.(app.service.context, owner, used) : undefined;
      await send(operation, { ...rows[id].input(used, owner), ...prepared }, owner);
    }
    expect((await allRows()).length).toBe(before);
  });
});

describe('an operation that changes nothing', () => {
  const harmless = recorded.filter(({ operation }) => operation.idempotent === 'harmless');
  it.each(harmless.map(({ operation }) => [operation.id as OperationId, operation] as const))(
    'writes no row if it is %s again',
    async (id, operation) => {
      const seed = await freshSeed(id);
      const caller = seed.own.owner;
      const prepared = await rows[id].prepare?.(app.service.context, caller, seed);
      const input = { ...rows[id].input(seed, caller), ...prepared };
      await send(operation, input, caller);
      const before = (await allRows()).length;
      await send(operation, input, caller);
      expect((await allRows()).length - before).toBe(id in recordedEachTime ? 1 : 0);
    },
  );

  it('writes no row for the same role, name, workspace role or address, or a second logout', async () => {
    const { own } = await freshSeed('');
    const by = { token: own.owner.token, ip };
    const at = { tenant_id: own.id };
    const before = (await auditRows(app, own.id)).length;
    await app.call(contract.team.changeRole, { ...at, user_id: own.admin.id, role: 'admin' }, by);
    await app.call(contract.profile.updateMe, { preferences: { language: 'en' } }, by);
    await app.call(contract.workspaces.updateWorkspace, { ...at, slug: own.workspace.slug, health_score: 100 }, by);
    await app.call(contract.profile.changeEmail, { new_email: own.owner.email, password: testPassword }, by);
    await app.call(contract.auth.forgotPassword, { email: 'nobody@example.org' });
    await app.service.mailWorker.drain();
    expect((await auditRows(app, own.id)).length).toBe(before);
    await app.call(contract.auth.logout, {}, by);
    await app.call(contract.auth.logout, {}, by);
    expect((await auditRows(app, own.id)).length).toBe(before + 1);
  });
});
