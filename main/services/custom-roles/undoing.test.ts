import { describe, expect, it } from 'vitest';
import { createCustomRole } from '#e2e/support/custom-roles.ts';
import { createGroup } from '#e2e/support/groups.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createServiceAccount } from '#e2e/support/service-accounts.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { additionKinds, additionsIn, resetByMailbox, victimAndThief } from '#e2e/support/thief.ts';
import { contract } from '#shared/contract/index.ts';
import { minute } from '#shared/rules/limits.ts';

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const { customRoles, groups, profile, security, team } = contract;
const by = ({ token }: Pick<Person, 'token'>) => ({ token });

/** A member whom a stolen session makes an owner, after an older custom role of theirs. */
const madeOwner = async () => {
  const owner = await app.owner();
  const accomplice = await app.join(owner);
  const old = await createCustomRole(app, owner, ['hosting.read'], [accomplice.id]);
  app.clock.advance(minute);
  const thief = await app.login(owner);
  const of = { tenant_id: owner.tenantId, user_id: accomplice.id };
  await app.call(team.changeRole, { ...of, role: 'owner' }, by(thief));
  app.clock.advance(minute);
  const undo = async () => {
    app.clock.advance(minute);
    await app.call(security.undoChange, { token: await app.mailedToken(owner.email, 'owner_added') });
    return (await app.call(profile.getMe, {}, by(await app.login(accomplice)))).granted;
  };
  return { owner, accomplice, old, undo };
};
const setRole = (by: Person, { id, tenantId }: Person, role: 'admin' | 'member') => {
  app.clock.advance(1);
  return app.call(team.changeRole, { tenant_id: tenantId, user_id: id, role }, { token: by.token });
};
const rolesOf = async (owner: Person, ...people: Person[]) =>
  Promise.all(
    people.map(
      async ({ id }) => (await app.call(team.getMember, { tenant_id: owner.tenantId, user_id: id }, by(owner))).role,
    ),
  );
const holdersOf = async (owner: Person, role: { tenant_id: string; role_id: string }) =>
  (await app.call(customRoles.listCustomRoleHolders, role, by(owner))).holders.map(({ holder_id }) => holder_id);

describe('undoing that someone became an owner', () => {
  it('takes the custom roles that they got or gave since, and leaves older ones', async () => {
    const { owner, accomplice, undo } = await madeOwner();
    const friend = await app.join(owner);
    const group = await createGroup(app, owner, 'Given to');
    const { account_id } = await createServiceAccount(app, owner);
    const holders = [accomplice.id, friend.id, group.group_id, account_id];
    const role = await createCustomRole(app, accomplice, ['team.manage', 'roles.manage'], holders);
    const kept = await createCustomRole(app, owner, ['audit.read'], [friend.id]);
    expect(await undo()).toEqual(['hosting.read']);
    expect(await holdersOf(owner, role)).toEqual([]);
    expect(await holdersOf(owner, kept)).toEqual([friend.id]);
  });

  it('takes what they got since by a group, or by changing a role that they had', async () => {
    const { owner, accomplice, old, undo } = await madeOwner();
    const group = await createGroup(app, owner, 'With more');
    await createCustomRole(app, owner, ['audit.read'], [group.group_id]);
    await app.call(groups.addGroupMembers, { ...group, user_ids: [accomplice.id] }, by(accomplice));
    const wider = { ...old, permissions: ['hosting.read' as const, 'team.manage' as const] };
    await app.call(customRoles.updateCustomRole, wider, by(accomplice));
    expect(await undo()).toEqual([]);
  });

  it('takes what others got by a group or a role that they changed, and leaves what they only renamed', async () => {
    const { owner, accomplice, undo } = await madeOwner();
    const [friend, bystander] = [await app.join(owner), await app.join(owner)];
    const { account_id } = await createServiceAccount(app, owner);
    const wider = await createCustomRole(app, owner, ['hosting.read'], [friend.id, account_id]);
    const renamed = await createCustomRole(app, owner, ['audit.read'], [bystander.id]);
    const group = await createGroup(app, owner, 'With a role');
    await createCustomRole(app, owner, ['settings.read'], [group.group_id]);
    const permissions = ['hosting.read' as const, 'team.manage' as const];
    await app.call(customRoles.updateCustomRole, { ...wider, permissions }, by(accomplice));
    await app.call(customRoles.updateCustomRole, { ...renamed, name: 'Renamed' }, by(accomplice));
    await app.call(groups.addGroupMembers, { ...group, user_ids: [friend.id] }, by(accomplice));
    await undo();
    expect(await holdersOf(owner, wider)).toEqual([]);
    expect((await app.call(profile.getMe, {}, by(friend))).granted).toEqual([]);
    expect((await app.call(profile.getMe, {}, by(bystander))).granted).toEqual(['audit.read']);
  });
});

describe('the role of an admin, which has all that custom roles can give', () => {
  it('goes with the owner who gave it, unless someone else has given it since', async () => {
    const { owner, accomplice, undo } = await madeOwner();
    const [friend, vouchedFor, colleague] = [
      await app.join(owner),
      await app.join(owner),
      await app.join(owner, 'admin'),
    ];
    await setRole(accomplice, friend, 'admin');
    await setRole(accomplice, vouchedFor, 'admin');
    for (const role of ['member', 'admin'] as const) await setRole(owner, vouchedFor, role);
    await undo();
    expect(await rolesOf(owner, friend, vouchedFor, colleague)).toEqual(['member', 'admin', 'admin']);
  });
});

const setGuest = (by: Person, { id, tenantId }: Person, guest: boolean) =>
  app.call(team.setGuest, { tenant_id: tenantId, user_id: id, guest }, { token: by.token });
const guestsAmong = async (owner: Person, people: readonly Person[]): Promise<boolean[]> =>
  Promise.all(
    people.map(
      async ({ id }) =>
        (await app.call(team.getMember, { tenant_id: owner.tenantId, user_id: id }, by(owner))).guest === true,
    ),
  );
/** Guests who don't stay guests, by whoever acts; each with whether undoing makes them one again. */
const endGuestAccess = async (owner: Person, actor: () => Promise<Person>) => {
  const people = await Promise.all([1, 2, 3, 4].map(() => app.join(owner)));
  const [ended, promoted, confirmed, always] = people as [Person, Person, Person, Person];
  for (const person of [ended, promoted, confirmed]) await setGuest(owner, person, true);
  app.clock.advance(minute);
  const thief = await actor();
  for (const person of [ended, confirmed]) await setGuest(thief, person, false);
  await setRole(thief, promoted, 'admin');
  // Someone else has looked at it, and agrees.
  app.clock.advance(1);
  for (const guest of [true, false]) await setGuest(owner, confirmed, guest);
  await setRole(thief, always, 'admin');
  return { people, expected: [true, true, false, false] };
};

describe('undoing what a session added to an account', () => {
  it.each(additionKinds)('makes guests again whose guest access the account has ended since: %s', async (kind) => {
    const { victim, thief } = await victimAndThief(app);
    const other = await app.join(victim, 'owner');
    const { people, expected } = await endGuestAccess(other, async () => {
      await additionsIn(app)[kind].add(thief);
      app.clock.advance(1);
      return thief;
    });
    await app.call(security.undoChange, { token: await app.mailedToken(victim.email, additionsIn(app)[kind].mail) });
    expect(await guestsAmong(other, people)).toEqual(expected);
    expect(await rolesOf(other, ...people)).toEqual(['member', 'member', 'member', 'member']);
  });

  it.each(additionKinds)('makes members again whom the account has made admins since: %s', async (kind) => {
    const { victim, thief } = await victimAndThief(app);
    const [friend, before] = [await app.join(victim), await app.join(victim)];
    await setRole(victim, before, 'admin');
    app.clock.advance(minute);
    await additionsIn(app)[kind].add(thief);
    await setRole(thief, friend, 'admin');
    await app.call(security.undoChange, { token: await app.mailedToken(victim.email, additionsIn(app)[kind].mail) });
    const owner = { ...victim, token: await resetByMailbox(app, victim) };
    expect(await rolesOf(owner, friend, before)).toEqual(['member', 'admin']);
  });

  it.each(additionKinds)(
    'takes the custom roles that the account has given since, or made give more: %s',
    async (kind) => {
      const { victim, thief } = await victimAndThief(app);
      const [friend, before] = [await app.join(victim), await app.join(victim)];
      const group = await createGroup(app, victim, `Theirs before ${kind}`, { members: [friend.id] });
      const { account_id } = await createServiceAccount(app, victim);
      const old = await createCustomRole(app, victim, ['hosting.read'], [before.id]);
      app.clock.advance(minute);
      const wider = await createCustomRole(app, victim, ['settings.read'], [before.id]);
      app.clock.advance(minute);
      await additionsIn(app)[kind].add(thief);
      app.clock.advance(1);
      const given = await createCustomRole(app, thief, ['team.manage'], [friend.id, group.group_id, account_id]);
      const permissions = ['settings.read' as const, 'team.manage' as const];
      await app.call(customRoles.updateCustomRole, { ...wider, permissions }, by(thief));
      await app.call(security.undoChange, { token: await app.mailedToken(victim.email, additionsIn(app)[kind].mail) });
      const owner = { ...victim, token: await resetByMailbox(app, victim) };
      expect(await holdersOf(owner, given)).toEqual([]);
      expect(await holdersOf(owner, wider)).toEqual([]);
      expect(await holdersOf(owner, old)).toEqual([before.id]);
      expect((await app.call(profile.getMe, {}, by(friend))).granted).toEqual([]);
    },
  );
});
