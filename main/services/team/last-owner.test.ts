import bcrypt from 'bcryptjs';
import { beforeAll, describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { activeOwners, setUser } from '#e2e/support/team.ts';
import { createTestService, type Person, testPassword } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const first = perFile(() => app.owner());
const second = perFile(() => app.join(first, 'owner'));
let cheapHash: string;
beforeAll(async () => {
  // The tested rules don't depend on the cost of a password. So many rounds would be slow at the real cost.
  cheapHash = bcrypt.hashSync(testPassword, 4);
});

/** Restores both: active, with their sessions open. */
const restore = async (firstRole: 'owner' | 'admin' = 'owner', secondRole: 'owner' | 'admin' = 'owner') => {
  const { db, clock } = app.service.context;
  const active = { status: 'active', delete_at: null, password_hash: cheapHash } as const;
  await setUser(app, first.id, { ...active, role: firstRole });
  await setUser(app, second.id, { ...active, role: secondRole });
  await tablesOf(db.write)
    .updateTable('sessions')
    .set({ ended_at: null, end_reason: null, last_active_at: clock.now() })
    .where('user_id', 'in', [first.id, second.id])
    .execute();
};

const demote = (actor: Person, target: Person) =>
  app.call(
    contract.team.changeRole,
    { tenant_id: actor.tenantId, user_id: target.id, role: 'member' },
    { token: actor.token },
  );
const remove = (actor: Person, target: Person) =>
  app.call(contract.team.removeMember, { tenant_id: actor.tenantId, user_id: target.id }, { token: actor.token });
const transfer = (actor: Person, target: Person) =>
  app.call(
    contract.team.transferOwnership,
    { tenant_id: actor.tenantId, user_id: target.id, password: testPassword },
    { token: actor.token },
  );
const leave = (actor: Person) =>
  app.call(contract.profile.deleteMe, { confirmation: 'DELETE', password: testPassword }, { token: actor.token });

/** Half of them with either one first. A check that is not part of its change fails in each of them. */
const rounds = 20;

/**
 * Runs two operations concurrently, in either order, and counts the remaining owners. It is also an error if both fail.
 */
const clash = async (act: (actor: Person, target: Person) => Promise<unknown>): Promise<void> => {
  for (let round = 0; round < rounds; round += 1) {
    await restore();
    const pair = round % 2 === 0 ? ([first, second] as const) : ([second, first] as const);
    const outcomes = await Promise.allSettled([act(pair[0], pair[1]), act(pair[1], pair[0])]);
    const owners = await activeOwners(app, first.tenantId);
    expect(owners.length, `round ${round}`).toBeGreaterThanOrEqual(1);
    expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue;
      expect(outcome.reason).toBeInstanceOf(AppError);
      expect((outcome.reason as AppError).status).toBeLessThan(500);
    }
  }
};

describe('two owners acting concurrently always leave an active owner', () => {
  it('when demoting each other', () => clash(demote));
  it('when demoting themselves', () => clash((actor) => demote(actor, actor)));
  it('when removing each other', () => clash(remove));
  it('when removing themselves', () => clash((actor) => remove(actor, actor)));
  it('when deleting their accounts', () => clash(leave));
  it('when transferring ownership to each other', () => clash(transfer));

  it('when mixing demotion, removal, deletion and transfer', async () => {
    const acts = [demote, remove, transfer, leave, (actor: Person) => demote(actor, actor)];
    for (const one of acts) {
      for (const other of acts) {
        for (let round = 0; round < 2; round += 1) {
          await restore();
          await Promise.allSettled(
            round % 2 === 0 ? [one(first, second), other(second, first)] : [other(second, first), one(first, second)],
          );
          const owners = await activeOwners(app, first.tenantId);
          expect(owners.length, `${acts.indexOf(one)} against ${acts.indexOf(other)}`).toBeGreaterThanOrEqual(1);
        }
      }
    }
  });

  it('when transferring ownership to an admin who deletes their account', async () => {
    let handedOver = 0;
    for (let round = 0; round < rounds; round += 1) {
      await restore('owner', 'admin');
      const pair = [() => transfer(first, second), () => leave(second)];
      if (round % 2 === 1) pair.reverse();
      const outcomes = await Promise.allSettled(pair.map((act) => act()));
      expect(outcomes.some(({ status }) => status === 'fulfilled')).toBe(true);
      const owners = await activeOwners(app, first.tenantId);
      expect(owners).toHaveLength(1);
      if (owners[0]?.id === second.id) handedOver += 1;
    }
    expect(handedOver).toBeGreaterThan(0);
  });
});
