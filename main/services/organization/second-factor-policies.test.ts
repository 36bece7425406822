import { beforeEach, describe, expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { auditRows } from '#e2e/support/audit.ts';
import { setConfirmed } from '#e2e/support/confirmations.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { type PolicyChange, setPolicies } from '#e2e/support/policies.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { codeAt, seededSecret, seedSecondFactor } from '#e2e/support/second-factor.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { day, minute, second } from '#shared/rules/limits.ts';

const { disableSecondFactor, getSecondFactor } = contract.security;

const app = perTest(() => createTestService());
const owner = perTest(() => app.owner('owner@example.com'));
let member: Person;
beforeEach(async () => {
  member = await app.join(owner);
  await secure(owner);
  await confirmed();
});

const secure = ({ id }: Person) => seedSecondFactor(app.service.context, app.service.context.db.write, id, 'active');
const confirmed = () => setConfirmed(app.service.context, owner.id, app.clock.now(), 'second_factor');
const set = (change: PolicyChange, person = owner) => setPolicies(app, person, change);
const demand = (second_factor_grace_days = 0) => set({ second_factor_required: true, second_factor_grace_days });
const by = (person: Person) => ({ token: person.token });
const listMembers = (person: Person) => app.call(contract.team.listMembers, { tenant_id: person.tenantId }, by(person));

describe('two-factor authentication that an organization requires', () => {
  it('can be sent back as it is by an owner who has not set it up yet, but not asked for', async () => {
    const coOwner = await app.join(owner, 'owner');
    await demand(7);
    const { getPolicies } = contract.organization;
    const read = await app.call(getPolicies, { tenant_id: owner.tenantId }, by(coOwner));
    const { second_factor_due_at, ...policies } = read;
    expect(second_factor_due_at).not.toBeNull();
    expect(await set({ ...policies, session_idle_minutes: 10 }, coOwner)).toMatchObject({ session_idle_minutes: 10 });
    await set({ second_factor_required: false });
    await failsWith(set(policies, coOwner), 'STATE_CONFLICT');
  });

  it('gives everyone the grace period, to the millisecond, and tells when it ends', async () => {
    const start = app.clock.now();
    const { second_factor_due_at } = await demand(2);
    expect(second_factor_due_at).toBe(new Date(start + 2 * day).toISOString());
    expect(await app.call(getSecondFactor, {}, by(member))).toMatchObject({
      enabled: false,
      required_from: second_factor_due_at,
    });
    app.clock.set(start + 2 * day - 1 * second);
    const late = await app.login(member);
    await listMembers(late);
    app.clock.set(start + 2 * day - 1);
    await listMembers(late);
    app.clock.advance(1);
    await failsWith(listMembers(late), 'SECOND_FACTOR_SETUP_REQUIRED');
  });

  it('counts the grace period from when it was first required', async () => {
    const start = app.clock.now();
    await demand(7);
    app.clock.advance(10 * minute);
    await confirmed();
    const shorter = await set({ second_factor_required: true, second_factor_grace_days: 1 });
    expect(shorter.second_factor_due_at).toBe(new Date(start + 1 * day).toISOString());
    await set({ second_factor_grace_days: 0 });
    await failsWith(listMembers(member), 'SECOND_FACTOR_SETUP_REQUIRED');
    expect((await set({ second_factor_required: false })).second_factor_due_at).toBeNull();
    await listMembers(member);
  });

  it('holds for API keys, for people who join later, and after a reset', async () => {
    const { key } = await createKey(app, member, { scopes: ['team.read'] });
    await demand();
    await failsWith(
      app.call(contract.team.listMembers, { tenant_id: owner.tenantId }, { token: key }),
      'SECOND_FACTOR_SETUP_REQUIRED',
    );
    await failsWith(listMembers(await app.join(owner)), 'SECOND_FACTOR_SETUP_REQUIRED');
    await secure(member);
    await listMembers(member);
    const target = { tenant_id: owner.tenantId, user_id: member.id };
    await app.call(contract.security.resetMemberSecondFactor, target, by(owner));
    await failsWith(listMembers(await app.login(member)), 'SECOND_FACTOR_SETUP_REQUIRED');
  });

  it('cannot be turned off by anyone while it is required, and can afterwards', async () => {
    await demand(7);
    const disable = () =>
      app.call(
        disableSecondFactor,
        { password: owner.password, code: codeAt(seededSecret, app.clock.now()) },
        by(owner),
      );
    expect(await failsWith(disable(), 'STATE_CONFLICT')).toMatchObject({ reason: 'second_factor_required' });
    await listMembers(owner);
    await set({ second_factor_required: false });
    await disable();
  });

  it('is an audit row each time it changes', async () => {
    await demand(3);
    await set({ second_factor_required: false });
    const events = (await auditRows(app, owner.tenantId)).filter(({ action }) => action === 'updatePolicies');
    expect(events.map(({ details }) => JSON.parse(details ?? ''))).toEqual([
      {
        second_factor_required_before: false,
        second_factor_required: true,
        second_factor_grace_days_before: 7,
        second_factor_grace_days: 3,
      },
      { second_factor_required_before: true, second_factor_required: false },
    ]);
  });
});
