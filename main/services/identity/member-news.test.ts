import { expect, it } from 'vitest';
import { createCustomRole } from '#e2e/support/custom-roles.ts';
import { createGroup } from '#e2e/support/groups.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createWorkspace, mailsTo, setUser } from '#e2e/support/team.ts';
import { createTestService, type Person } from '#e2e/support/test-service.ts';
import { memberNotices } from '#main/mail/notices/members.ts';
import { contract } from '#shared/contract/index.ts';
import { defaultPreferences } from '#shared/contract/preferences.ts';

const { customRoles, groups, profile, workspaces } = contract;
const app = perFile(() => createTestService({ 'rate-limits': 'off' }));

const by = (person: Person) => ({ token: person.token });

/** The news that someone got so far: kind and plain text. */
const newsTo = async ({ email }: Pick<Person, 'email'>) => {
  await app.service.mailWorker.drain();
  const mails = await mailsTo(app, email);
  const news = mails.filter(({ kind }) => kind in memberNotices);
  return news.map((mail) => ({ kind: mail.kind, text: app.service.context.outbox.render(mail, undefined).text }));
};
const kindsTo = async (person: Pick<Person, 'email'>) => (await newsTo(person)).map(({ kind }) => kind);

it('who invited someone hears that they joined, without their device or address', async () => {
  const owner = await app.owner();
  const joined = await app.join(owner);
  const [accepted] = await newsTo(owner);
  expect(accepted).toMatchObject({ kind: 'invitation_accepted' });
  expect(accepted?.text).toContain(`${joined.name} (${joined.email}) accepted your invitation and is now a member of`);
  expect(accepted?.text).toContain('/dashboard/profile?tab=preferences');
  expect(accepted?.text).not.toMatch(/IP address|From:/);
});

it('owners and admins hear that someone leaves, and members do not', async () => {
  const owner = await app.owner();
  const [admin, member, leaving] = [await app.join(owner, 'admin'), await app.join(owner), await app.join(owner)];
  await app.call(profile.deleteMe, { confirmation: 'DELETE', password: leaving.password }, by(leaving));
  expect(await kindsTo(admin)).toEqual(['member_left']);
  expect((await newsTo(owner)).at(-1)?.text).toMatch(/asked to delete their account at .* will be deleted on /);
  expect([...(await kindsTo(member)), ...(await kindsTo(leaving))]).toEqual([]);
});

it('a member hears of each change of their access to a workspace, and not of one that changes nothing', async () => {
  const owner = await app.owner();
  const member = await app.join(owner);
  const { slug } = await createWorkspace(app, owner, 'Website');
  const place = { tenant_id: owner.tenantId, slug, user_id: member.id };
  for (const role of ['Viewer', 'Viewer', 'Admin'] as const) {
    await app.call(workspaces.setWorkspaceMember, { ...place, role }, by(owner));
  }
  await app.call(workspaces.removeWorkspaceMember, place, by(owner));
  const news = await newsTo(member);
  expect(news.map(({ kind }) => kind)).toEqual([
    'workspace_access_given',
    'workspace_access_given',
    'workspace_access_removed',
  ]);
  expect(news[0]?.text).toContain('You’re now a viewer of the workspace Website at');
  expect(news[1]?.text).toContain('You’re now an admin of the workspace Website at');
  expect(news[2]?.text).toContain('You were removed from the workspace Website of');
});

it('a member of a group hears of joining and leaving it once each, and of nothing that it opens later', async () => {
  const owner = await app.owner();
  const [member, early] = [await app.join(owner), await app.join(owner)];
  const [one, two] = [await createWorkspace(app, owner, 'One'), await createWorkspace(app, owner, 'Two')];
  const group = await createGroup(app, owner, 'Support');
  const open = ({ slug }: { slug: string }) =>
    app.call(groups.setGroupWorkspace, { ...group, slug, role: 'Member' }, by(owner));
  // It opens nothing yet, so there is nothing to tell.
  await app.call(groups.addGroupMembers, { ...group, user_ids: [early.id] }, by(owner));
  await open(one);
  await open(two);
  expect(await kindsTo(early)).toEqual([]);
  await app.call(groups.addGroupMembers, { ...group, user_ids: [member.id, early.id] }, by(owner));
  await app.call(groups.removeGroupMembers, { ...group, user_ids: [member.id] }, by(owner));
  const news = await newsTo(member);
  expect(news.map(({ kind }) => kind)).toEqual(['group_joined', 'group_left']);
  expect(news[0]?.text).toContain('Its members can open 2 workspaces.');
  expect(await kindsTo(early)).toEqual([]);
});

it('no one hears of what they did themselves, or of anything with email notifications off', async () => {
  const owner = await app.owner();
  const [admin, quiet] = [await app.join(owner, 'admin'), await app.join(owner)];
  const { slug } = await createWorkspace(app, owner, 'Quiet');
  const place = { tenant_id: owner.tenantId, slug };
  await app.call(workspaces.setWorkspaceMember, { ...place, user_id: admin.id, role: 'Member' }, by(admin));
  const preferences = JSON.stringify({ ...defaultPreferences, email_notifications: false });
  await setUser(app, quiet.id, { preferences: preferences as never });
  await app.call(workspaces.setWorkspaceMember, { ...place, user_id: quiet.id, role: 'Member' }, by(owner));
  expect([...(await kindsTo(admin)), ...(await kindsTo(quiet))]).toEqual([]);
});

it('a member hears of a custom role when they get it first and when they have it no more, also by a group', async () => {
  const owner = await app.owner();
  const member = await app.join(owner);
  const { tenantId: tenant_id } = owner;
  const group = await createGroup(app, owner, 'Design');
  const role = await createCustomRole(app, owner, ['audit.read'], [group.group_id]);
  const { name } = await app.call(customRoles.getCustomRole, role, by(owner));
  const held = { ...role, holder_id: member.id };
  const joining = { tenant_id, group_id: group.group_id, user_ids: [member.id] };
  await app.call(customRoles.assignCustomRole, held, by(owner));
  await app.call(customRoles.assignCustomRole, held, by(owner));
  await app.call(groups.addGroupMembers, joining, by(owner));
  await app.call(customRoles.unassignCustomRole, held, by(owner));
  expect(await kindsTo(member)).toEqual(['custom_role_given']);
  await app.call(groups.removeGroupMembers, joining, by(owner));
  await app.call(groups.addGroupMembers, joining, by(owner));
  const news = await newsTo(member);
  expect(news.map(({ kind }) => kind)).toEqual(['custom_role_given', 'custom_role_taken', 'custom_role_given']);
  expect(news[0]?.text).toContain(`You now have the role ${name} at`);
  expect(news[1]?.text).toContain(`You no longer have the role ${name} at`);
});

it('whoever gives themselves a custom role gets no news of it', async () => {
  const owner = await app.owner();
  await createCustomRole(app, owner, ['audit.read'], [owner.id]);
  expect(await kindsTo(owner)).toEqual([]);
});
