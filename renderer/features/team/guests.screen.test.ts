import { expect } from 'vitest';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { createWorkspace } from '#e2e/support/team.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { getMember, listInvitations } = contract.team;

const targetOf = ({ owner, member }: Cast) => ({ tenant_id: owner.tenantId, user_id: member.id });
const isGuest = async (cast: Cast) => (await cast.read(cast.owner, getMember, targetOf(cast))).guest === true;
const makeGuest = (cast: Cast) =>
  cast.app.call(contract.team.setGuest, { ...targetOf(cast), guest: true }, { token: cast.owner.token });

screenTest('team/guest-dialog', ['team.setGuest'], 'makes a member a guest, and ends that', async (cast) => {
  const { member, owner, open } = cast;
  const page = await open(owner, `/dashboard/team/${member.id}`);
  await page.press(`Actions for ${member.name}`);
  await page.press('Change guest access');
  await page.see('They’ll see only the workspaces they’re in, and find no other people.');
  await page.send('Make guest', 'team.setGuest');
  await page.closed();
  expect(await isGuest(cast)).toBe(true);
  await page.see('Guest');
  await page.press(`Actions for ${member.name}`);
  await page.press('Change guest access');
  await page.send('End guest access', 'team.setGuest');
  await page.closed();
  expect(await isGuest(cast)).toBe(false);
});

screenTest('team/invite-dialog', ['team.inviteMembers'], 'invites a guest', async (cast) => {
  const { owner, open, read } = cast;
  const page = await open(owner, '/dashboard/team?dialog=invite');
  await page.fill('Email', 'guest@example.com');
  await page.press('As a guest');
  await page.press('Create invitation');
  await page.see('Invitation for guest@example.com is ready');
  const { invitations } = await read(owner, listInvitations, { tenant_id: owner.tenantId, q: 'guest@example.com' });
  expect(invitations).toMatchObject([{ email: 'guest@example.com', role: 'member', guest: true }]);
});

screenTest('workspaces/workspace-page', [], 'shows a guest their workspaces, and nobody', async (cast) => {
  const { app, member, owner, open } = cast;
  const { slug } = await createWorkspace(app, owner, 'Shared');
  const at = { tenant_id: owner.tenantId, slug, user_id: member.id, role: 'Admin' as const };
  await app.call(contract.workspaces.setWorkspaceMember, at, { token: owner.token });
  await makeGuest(cast);
  const page = await open(member, `/dashboard/workspaces/${slug}`);
  await page.see('Your role');
  const shown = document.body.textContent ?? '';
  expect([shown.includes(owner.name), shown.includes('Members')]).toEqual([false, false]);
});
