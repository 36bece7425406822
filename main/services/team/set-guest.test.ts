import { describe, expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { createCustomRole } from '#e2e/support/custom-roles.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createGroup } from '#e2e/support/groups.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createWorkspace } from '#e2e/support/team.ts';
import { createTestService, type Person, testPassword } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import type { LiveTopic } from '#shared/contract/live-topics.ts';

const { audit, customRoles, profile, team, workspaces } = contract;
const app = perFile(() => createTestService({ 'rate-limits': 'off' }));
const owner = perFile(() => app.owner());
const by = ({ token }: Pick<Person, 'token'>) => ({ token });
const at = () => ({ tenant_id: owner.tenantId });
const setGuest = (person: Person, guest: boolean, actor: Person = owner) =>
  app.call(team.setGuest, { ...at(), user_id: person.id, guest }, by(actor));
const listsMembers = (person: Person) => app.call(team.listMembers, at(), by(person));
const shown = async (person: Person) => app.call(team.getMember, { ...at(), user_id: person.id }, by(owner));
const guestOf = async () => {
  const person = await app.join(owner);
  await setGuest(person, true);
  return person;
};

describe('an invitation', () => {
  it('makes a guest of whoever accepts it', async () => {
    const { slug, workspace_id } = await createWorkspace(app, owner, 'Shared');
    await createWorkspace(app, owner, 'Other');
    const email = 'invited.guest@example.com';
    const asked = { ...at(), email, role: 'member' as const, guest: true, workspaces: [workspace_id] };
    await app.call(team.inviteMember, asked, by(owner));
    const listed = await app.call(team.listInvitations, { ...at(), q: email }, by(owner));
    expect(listed.invitations).toMatchObject([{ email, role: 'member', guest: true }]);
    const { access_token: token } = await app.call(team.acceptInvitation, {
      token: await app.mailedToken(email, 'invitation'),
      name: 'Gwen',
      password: testPassword,
    });
    expect(await app.call(profile.getMe, {}, { token })).toMatchObject({ role: 'member', guest: true, granted: [] });
    const seen = await app.call(workspaces.listWorkspaces, at(), { token });
    expect(seen.workspaces.map((each) => [each.slug, each.created_by, each.owner_id])).toEqual([
      [slug, null, 'hidden'],
    ]);
    expect((await failsWith(app.call(team.listMembers, at(), { token }), 'FORBIDDEN')).reason).toBe('guest');
    const exported = JSON.stringify(await app.call(profile.exportMe, {}, { token }));
    expect([exported.includes(owner.name), exported.includes(owner.id)]).toEqual([false, false]);
  });

  it('of several people does, too, whatever the default role is', async () => {
    const emails = ['several.guests@example.com'];
    await app.call(team.inviteMembers, { ...at(), emails, guest: true }, by(owner));
    const listed = await app.call(team.listInvitations, { ...at(), q: emails[0] }, by(owner));
    expect(listed.invitations).toMatchObject([{ role: 'member', guest: true }]);
  });

  it('makes no guest of an admin', async () => {
    const asked = { ...at(), email: 'guest.admin@example.com', role: 'admin' as const, guest: true };
    await failsWith(app.call(team.inviteMember, asked, by(owner)), 'VALIDATION_FAILED');
  });
});

it('lets a guest sign out', async () => {
  const guest = await guestOf();
  await app.call(contract.auth.logout, {}, by(guest));
  await failsWith(app.call(profile.getMe, {}, by(guest)), 'SESSION_ENDED');
});

describe('guest access', () => {
  it('begins and ends with the next request, is recorded, and the person is told', async () => {
    const person = await app.join(owner);
    await listsMembers(person);
    await setGuest(person, true);
    await failsWith(listsMembers(person), 'FORBIDDEN');
    expect(await shown(person)).toMatchObject({ role: 'member', guest: true });
    await setGuest(person, true);
    await setGuest(person, false);
    await listsMembers(person);
    expect(await shown(person)).not.toHaveProperty('guest');
    const { events } = await app.call(
      audit.listAuditEvents,
      { ...at(), target: person.id, action: 'setGuest' },
      by(owner),
    );
    expect(events.map(({ details }) => details)).toEqual([{ guest: false }, { guest: true }]);
    const { mails } = await app.call(contract.mail.listMails, { ...at(), q: person.email }, by(owner));
    expect(mails.filter(({ kind }) => kind === 'role_changed')).toHaveLength(2);
  });

  it('is for people with the role of a member, and ends with a higher one', async () => {
    const admin = await app.join(owner, 'admin');
    expect((await failsWith(setGuest(admin, true), 'STATE_CONFLICT')).reason).toBe('guest_role');
    const person = await guestOf();
    await app.call(team.changeRole, { ...at(), user_id: person.id, role: 'admin' }, by(owner));
    const ended = await shown(person);
    expect([ended.role, 'guest' in ended]).toEqual(['admin', false]);
    await listsMembers(person);
  });

  it('is decided by those who manage the members', async () => {
    const person = await app.join(owner);
    const other = await app.join(owner);
    await failsWith(setGuest(person, true, other), 'FORBIDDEN');
    await failsWith(setGuest(owner, true, await app.join(owner, 'admin')), 'ROLE_NOT_ALLOWED');
    await failsWith(setGuest(person, true, await app.owner()), 'NOT_FOUND');
    const guest = await guestOf();
    await failsWith(setGuest(guest, false, guest), 'FORBIDDEN');
  });

  it('leaves no custom role, and takes none, not by a group either', async () => {
    const person = await app.join(owner);
    const role = await createCustomRole(app, owner, ['audit.read', 'workspaces.read'], [person.id]);
    const readsLog = () => app.call(audit.listAuditEvents, at(), by(person));
    await readsLog();
    await setGuest(person, true);
    await failsWith(readsLog(), 'FORBIDDEN');
    const give = app.call(customRoles.assignCustomRole, { ...role, holder_id: person.id }, by(owner));
    expect((await failsWith(give, 'STATE_CONFLICT')).reason).toBe('guest_custom_role');
    const { slug } = await createWorkspace(app, owner, 'By group');
    const hidden = await createWorkspace(app, owner, 'Not by group');
    const group = await createGroup(app, owner, 'Contractors', {
      members: [person.id],
      workspaces: { [slug]: 'Viewer' },
    });
    await app.call(customRoles.assignCustomRole, { ...role, holder_id: group.group_id }, by(owner));
    await failsWith(readsLog(), 'FORBIDDEN');
    const again = { ...at(), group_id: group.group_id, user_ids: [person.id] };
    await app.call(contract.groups.removeGroupMembers, again, by(owner));
    await app.call(contract.groups.addGroupMembers, again, by(owner));
    const { mails } = await app.call(contract.mail.listMails, { ...at(), q: person.email }, by(owner));
    // The one that they had before they became a guest.
    expect(mails.filter(({ kind }) => kind.startsWith('custom_role'))).toHaveLength(1);
    const seen = await app.call(workspaces.listWorkspaces, at(), by(person));
    expect(seen.workspaces.map((each) => each.slug)).toEqual([slug]);
    await failsWith(app.call(workspaces.getWorkspace, { ...at(), slug: hidden.slug }, by(person)), 'NOT_FOUND');
    const { permissions } = await app.call(customRoles.explainMemberAccess, { ...at(), user_id: person.id }, by(owner));
    const reach = Object.fromEntries(permissions.map((each) => [each.permission, each.reach]));
    expect([reach['audit.read'], reach['team.read'], reach['workspaces.read']]).toEqual(['none', 'none', 'workspaces']);
    await setGuest(person, false);
    await readsLog();
  });

  it('leaves nothing of custom roles in any read that says who has them, and nothing that they would give', async () => {
    const person = await app.join(owner);
    const name = `Read by ${person.id}`;
    const permissions = ['audit.read' as const];
    const { role_id } = await app.call(customRoles.createCustomRole, { ...at(), name, permissions }, by(owner));
    const group = await createGroup(app, owner, 'Reads', { members: [person.id] });
    for (const holder_id of [person.id, group.group_id]) {
      await app.call(customRoles.assignCustomRole, { ...at(), role_id, holder_id }, by(owner));
    }
    const of = { ...at(), user_id: person.id };
    const told = async () => {
      const held = { ...at(), holder_id: person.id };
      const explained = (await app.call(customRoles.explainMemberAccess, of, by(owner))).permissions;
      const would = explained.map(({ would_give }) => would_give);
      const reads = {
        profile: await app.call(profile.getMe, {}, by(person)).then(({ granted }) => granted),
        held: await app.call(customRoles.listHeldCustomRoles, held, by(owner)),
        review: await app.call(team.listAccessReview, { ...at(), q: person.email, kind: 'custom_role' }, by(owner)),
        explained: explained.flatMap(({ custom_roles }) => custom_roles),
        would: would.filter(({ custom_roles, grantable }) => grantable || custom_roles.length > 0),
      };
      return Object.entries(reads).filter(([, read]) => /audit|Read by/.test(JSON.stringify(read)));
    };
    const names = async () => (await told()).map(([read]) => read);
    expect(await names()).toEqual(['profile', 'held', 'review', 'explained', 'would']);
    await setGuest(person, true);
    expect(await names()).toEqual([]);
    await setGuest(person, false);
    expect(await names()).toEqual(['profile', 'held', 'review', 'explained', 'would']);
  });

  it.each(['changeRole', 'transferOwnership'] as const)(
    'is back once it is undone that %s ended it',
    async (ending) => {
      const first = await app.owner();
      const thief = await app.join(first, 'owner');
      const person = await app.join(first);
      const whom = { tenant_id: first.tenantId, user_id: person.id };
      await app.call(team.setGuest, { ...whom, guest: true }, by(first));
      app.clock.advance(1);
      const { user } =
        ending === 'changeRole'
          ? await app.call(team.changeRole, { ...whom, role: 'owner' }, by(thief))
          : await app.call(team.transferOwnership, { ...whom, password: thief.password }, by(thief));
      expect([user.role, 'guest' in user]).toEqual(['owner', false]);
      expect((await app.call(profile.getMe, {}, by(person))).role).toBe('owner');
      await app.call(contract.security.undoChange, { token: await app.mailedToken(first.email, 'owner_added') });
      const again = await app.login(first);
      expect(await app.call(team.getMember, whom, by(again))).toMatchObject({ role: 'member', guest: true });
      const everyone = { tenant_id: first.tenantId };
      await failsWith(app.call(team.listMembers, everyone, by(await app.login(person))), 'FORBIDDEN');
      const asked = { ...everyone, target: person.id, action: 'setGuest' as const };
      const { events } = await app.call(audit.listAuditEvents, asked, by(again));
      expect(events.map(({ actor_id, details }) => [actor_id, details])).toEqual([
        [first.id, { guest: true }],
        [first.id, { guest: true }],
      ]);
    },
  );

  it('holds for the API keys of a guest', async () => {
    const person = await app.join(owner);
    const { key } = await createKey(app, person, { scopes: ['team.read', 'workspaces.list'] });
    await app.call(team.listMembers, at(), { token: key });
    await setGuest(person, true);
    await failsWith(app.call(team.listMembers, at(), { token: key }), 'FORBIDDEN');
    await app.call(workspaces.listWorkspaces, at(), { token: key });
  });

  it('is told of nothing but the own account while the console is open', async () => {
    const person = await guestOf();
    const topics = new Set<LiveTopic>();
    const close = await app.service.live.open(person.token, 0, {
      send: (_event, data) => {
        if ('topics' in data) for (const topic of data.topics) topics.add(topic);
      },
      keepAlive: () => undefined,
      end: () => undefined,
    });
    await createWorkspace(app, owner, 'Unseen');
    await app.join(owner);
    await app.call(profile.updateMe, { name: 'Renamed' }, by(person));
    await expect.poll(() => [...topics], { timeout: 5_000 }).toEqual(['account']);
    close();
  });
});
