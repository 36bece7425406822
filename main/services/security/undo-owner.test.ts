import { describe, expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { auditRows } from '#e2e/support/audit.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { countOutcomes } from '#e2e/support/outcomes.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { storedUser } from '#e2e/support/rows.ts';
import { activeOwners, invite, mailsTo, secretIn, setUser, storedInvitation } from '#e2e/support/team.ts';
import { createTestService, type Person, testPassword } from '#e2e/support/test-service.ts';
import { toIso } from '#main/platform/clock.ts';
import { contract } from '#shared/contract/index.ts';
import { minute } from '#shared/rules/limits.ts';
import type { Role } from '#shared/rules/roles.ts';
import { tablesOf } from '../../storage/database/tables.ts';

const { profile, security, team } = contract;

const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

const undo = (token: string) => app.call(security.undoChange, { token });
const linkOf = ({ email }: Person) => app.mailedToken(email, 'owner_added');
const of = ({ id: user_id, tenantId }: Person) => ({ tenant_id: tenantId, user_id });
const setRole = ({ token }: Person, person: Person, role: Role) => {
  app.clock.advance(1);
  return app.call(team.changeRole, { ...of(person), role }, { token });
};
const roles = async (...people: Person[]): Promise<Role[]> =>
  Promise.all(people.map(async ({ id }) => (await storedUser(app, id)).role));
const isSignedIn = ({ token }: Person): Promise<boolean> =>
  app.call(profile.getMe, {}, { token }).then(
    () => true,
    () => false,
  );
const kindsTo = async ({ email }: Person) => (await mailsTo(app, email)).map(({ kind }) => kind);

/** An owner, another one, and an admin who becomes one by a session that someone stole from the first. */
const granted = async () => {
  const owner = await app.owner();
  const other = await app.join(owner, 'owner');
  const member = await app.join(owner, 'admin');
  app.clock.advance(minute);
  const thief = await app.login(owner);
  await setRole(thief, member, 'owner');
  return { owner, other, member, thief };
};

describe('the link about a new owner', () => {
  it('goes to every other owner, and not to the new one', async () => {
    const { owner, other, member } = await granted();
    const at = toIso(app.clock.now());
    for (const person of [owner, other]) {
      expect(await app.call(security.lookupUndo, { token: await linkOf(person) })).toEqual({
        kind: 'owner',
        name: member.name,
        email: member.email,
        at,
        device: expect.any(String),
        ip_address: '127.0.0.1',
        person: owner.name,
      });
    }
    expect((await kindsTo(member)).slice(-1)).toEqual(['role_changed']);
    expect(await kindsTo(member)).not.toContain('owner_added');
    // It names the new owner, so it is deleted with their account.
    const sent = (await mailsTo(app, other.email)).find(({ kind }) => kind === 'owner_added');
    expect(sent).toMatchObject({ sender_id: member.id });
  });

  it('is worth nothing once the new owner has been removed', async () => {
    const { owner, other, member } = await granted();
    const link = await linkOf(other);
    await app.call(team.removeMember, of(member), { token: owner.token });
    await failsWith(app.call(security.lookupUndo, { token: link }), 'LINK_INVALID');
    await failsWith(undo(link), 'LINK_INVALID');
  });

  it('gives the previous role back, and ends their sessions, new keys, invitations and links, and the granting session', async () => {
    const { owner, other, member, thief } = await granted();
    const { key: oldKey } = { key: (await createKey(app, other)).key };
    app.clock.advance(1);
    const { key } = await createKey(app, member);
    const invited = `invited.by.${member.id}@example.com`.toLowerCase();
    const { invitation_id } = await invite(app, member, invited, 'owner');
    const scope = { tenant_id: owner.tenantId, invitation_id };
    const shown = await app.call(team.copyInvitationLink, scope, { token: member.token });
    const [seenByOwner, seenByThief] = await Promise.all(
      [owner, thief].map(async ({ id, token }, n) => {
        const guest = await invite(app, owner, `guest.${n}.of.${id}@example.com`.toLowerCase());
        const read = { tenant_id: owner.tenantId, invitation_id: guest.invitation_id };
        return secretIn((await app.call(team.copyInvitationLink, read, { token })).url);
      }),
    );
    app.clock.advance(1);
    expect(await undo(await linkOf(other))).toMatchObject({ success: true, password_reset_sent: false });
    expect(await roles(owner, other, member)).toEqual(['owner', 'owner', 'admin']);
    for (const person of [member, thief]) expect(await isSignedIn(person)).toBe(false);
    for (const person of [owner, other]) expect(await isSignedIn(person)).toBe(true);
    await failsWith(app.call(profile.getMe, {}, { token: key }), 'TOKEN_INVALID');
    await expect(app.call(profile.getMe, {}, { token: oldKey })).resolves.toBeDefined();
    const accept = { token: secretIn(shown.url), name: 'Accomplice', password: testPassword };
    await failsWith(app.call(team.acceptInvitation, accept), 'LINK_INVALID');
    // Of what the granter was shown, only what that session saw.
    await failsWith(app.call(team.lookupInvitation, { token: seenByThief ?? '' }), 'LINK_INVALID');
    await expect(app.call(team.lookupInvitation, { token: seenByOwner ?? '' })).resolves.toBeDefined();
    expect((await auditRows(app, owner.tenantId)).slice(-2)).toMatchObject([
      { action: 'changeRole', actor_id: other.id, target_id: member.id, details: '{"from":"owner","to":"admin"}' },
      { action: 'undoChange', actor_id: other.id, target_id: member.id, details: '{"change":"owner"}' },
    ]);
    expect((await kindsTo(member)).slice(-1)).toEqual(['role_changed']);
  });

  it('leaves them what they had before: keys and invitations', async () => {
    const owner = await app.owner();
    const member = await app.join(owner, 'admin');
    const { key } = await createKey(app, member);
    const { invitation_id } = await invite(app, member, `older.${member.id}@example.com`.toLowerCase());
    app.clock.advance(minute);
    await setRole(await app.login(owner), member, 'owner');
    await undo(await linkOf(owner));
    expect(await roles(owner, member)).toEqual(['owner', 'admin']);
    await expect(app.call(profile.getMe, {}, { token: key })).resolves.toBeDefined();
    expect((await storedInvitation(app, invitation_id)).status).toBe('pending');
  });

  it('makes someone who joined as an owner a member', async () => {
    const owner = await app.owner();
    const thief = await app.login(owner);
    const email = `joined.${owner.id}@example.com`.toLowerCase();
    await invite(app, thief, email, 'owner');
    app.clock.advance(minute);
    const token = await app.mailedToken(email, 'invitation');
    const joined = await app.call(team.acceptInvitation, { token, name: 'Accomplice', password: testPassword });
    const link = await linkOf(owner);
    await undo(link);
    expect((await storedUser(app, joined.user.id)).role).toBe('member');
    expect(await isSignedIn(thief)).toBe(false);
    expect(await isSignedIn(owner)).toBe(true);
    await failsWith(app.call(profile.getMe, {}, { token: joined.access_token }), 'SESSION_ENDED');
  });

  it('gives ownership that was transferred back, also if only the new owner has it', async () => {
    const owner = await app.owner();
    const heir = await app.join(owner);
    app.clock.advance(minute);
    await app.call(team.transferOwnership, { ...of(heir), password: owner.password }, { token: owner.token });
    expect(await roles(owner, heir)).toEqual(['admin', 'owner']);
    await undo(await linkOf(owner));
    expect(await roles(owner, heir)).toEqual(['owner', 'member']);
    expect(await isSignedIn(owner)).toBe(false);
  });

  it('gives it back to the former owner if another owner undoes the transfer, unless they lost that role since', async () => {
    for (const demoted of [false, true]) {
      const { owner, other, member } = await granted();
      await setRole(owner, member, 'admin');
      await app.call(team.transferOwnership, { ...of(member), password: owner.password }, { token: owner.token });
      const link = await linkOf(other);
      if (demoted) await setRole(other, owner, 'member');
      await undo(link);
      expect(await roles(owner, other, member)).toEqual([demoted ? 'member' : 'owner', 'owner', 'admin']);
    }
  });

  it('gives the role back that the new owner took from whoever undoes what their own session did, if no other owner is left', async () => {
    const owner = await app.owner();
    const accomplice = await app.join(owner);
    app.clock.advance(1);
    await setRole(owner, accomplice, 'owner');
    const link = await linkOf(owner);
    await setRole(accomplice, owner, 'member');
    await undo(link);
    expect(await roles(owner, accomplice)).toEqual(['owner', 'member']);
  });

  it('doesn’t give it back while another owner is left: that owner decides', async () => {
    const { owner, other, member } = await granted();
    const link = await linkOf(owner);
    await setRole(other, owner, 'admin');
    await undo(link);
    expect(await roles(owner, other, member)).toEqual(['admin', 'owner', 'admin']);
  });

  it('is no use to a recipient who is no owner anymore, unless their session made the owner', async () => {
    const { owner, other, member } = await granted();
    const link = await linkOf(other);
    await setRole(owner, other, 'admin');
    await failsWith(undo(link), 'LINK_INVALID');
    expect(await roles(owner, other, member)).toEqual(['owner', 'admin', 'owner']);
  });

  it('also takes back the owners whom the new owner made', async () => {
    const { owner, member } = await granted();
    const link = await linkOf(owner);
    const friend = await app.join(owner);
    await setRole(member, friend, 'owner');
    const further = await app.join(owner);
    await setRole(friend, further, 'owner');
    await undo(link);
    expect(await roles(owner, member, friend, further)).toEqual(['owner', 'admin', 'member', 'member']);
  });
});

describe('two owners who undo each other', () => {
  it('leave one owner, and the earlier change is the one that is gone, in any order and at once', async () => {
    for (const order of ['first', 'second', 'at once'] as const) {
      const first = await app.owner();
      const second = await app.join(first);
      app.clock.advance(1);
      await setRole(first, second, 'owner');
      const firsts = await linkOf(first);
      await setRole(second, first, 'member');
      await setRole(second, first, 'owner');
      const seconds = await linkOf(second);
      const links = order === 'second' ? [seconds, firsts] : [firsts, seconds];
      if (order === 'at once') await countOutcomes(links.map((link) => undo(link)));
      else for (const link of links) await undo(link).catch(() => undefined);
      expect(await roles(first, second)).toEqual(['owner', 'member']);
      expect(await activeOwners(app, first.tenantId)).toHaveLength(1);
    }
  });
});

describe('a link about an owner is void', () => {
  it.each([
    ['was undone already', (_: Person, other: Person) => linkOf(other).then(undo)],
    ['is no owner anymore', (owner: Person, _: Person, member: Person) => setRole(owner, member, 'member')],
    [
      'lost the role and got it again',
      async (owner: Person, _: Person, member: Person) => {
        await setRole(owner, member, 'member');
        await setRole(owner, member, 'owner');
      },
    ],
    [
      'was removed, and joined again as an owner',
      async (owner: Person, _: Person, member: Person) => {
        await app.call(team.removeMember, of(member), { token: owner.token });
        await app.join(owner, 'owner', member.email);
      },
    ],
  ])('once that owner %s', async (_, act) => {
    const { owner, other, member } = await granted();
    const link = await linkOf(owner);
    const granting = app.clock.now();
    app.clock.advance(1);
    await act(owner, other, member);
    await failsWith(undo(link), 'LINK_INVALID');
    // As long as a link is open it counts among those that a session causes, so that later ones may not be sent.
    const { read } = app.service.context.db;
    const about = tablesOf(read).selectFrom('one_time_tokens').select('created_at').where('subject_id', '=', member.id);
    const open = about.where('used_at', 'is', null).where('voided_at', 'is', null);
    expect((await open.execute()).filter(({ created_at }) => created_at <= granting)).toEqual([]);
  });

  it('once its recipient was removed, and not while they are disabled', async () => {
    const { owner, other, member } = await granted();
    const link = await linkOf(other);
    await app.call(team.disableMember, of(other), { token: owner.token });
    await failsWith(undo(link), 'LINK_INVALID');
    await app.call(team.enableMember, of(other), { token: owner.token });
    await undo(link);
    expect(await roles(member)).toEqual(['admin']);
    const again = await granted();
    const dead = await linkOf(again.other);
    await app.call(team.removeMember, of(again.other), { token: again.owner.token });
    await failsWith(undo(dead), 'LINK_INVALID');
  });

  it('and in an organization that the operator has closed', async () => {
    const { owner } = await granted();
    const link = await linkOf(owner);
    const delete_at = app.clock.now() + 1;
    const { db } = app.service.context;
    await tablesOf(db.write)
      .updateTable('tenants')
      .set({ delete_at, closed: 1 })
      .where('id', '=', owner.tenantId)
      .execute();
    await failsWith(undo(link), 'LINK_INVALID');
  });
});

it('takes the role of an owner who is disabled or leaving', async () => {
  for (const status of ['disabled', 'pending_deletion'] as const) {
    const { owner, member } = await granted();
    const link = await linkOf(owner);
    await setUser(app, member.id, { status, delete_at: status === 'disabled' ? null : app.clock.now() + minute });
    await undo(link);
    expect(await storedUser(app, member.id)).toMatchObject({ role: 'admin', status });
  }
});
