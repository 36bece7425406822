import { expect } from 'vitest';
import { screenTests } from '#e2e/support/screens/screen-test.ts';

const screenTest = screenTests();

screenTest('team/member-page', [], 'says that an unknown person isn’t here, without an alert', async (cast) => {
  for (const id of ['user_unknown', cast.stranger.id]) {
    const page = await cast.open(cast.owner, `/dashboard/team/${id}`);
    await page.see('This person isn’t in your organization');
    expect(await page.has('alert', /./)).toBe(false);
    await page.press('Back to team');
    await page.find('heading', 'Team');
  }
});

screenTest('team/team-page', [], 'offers a member no invitation', async (cast) => {
  const page = await cast.open(cast.member, '/dashboard/team');
  await page.find('heading', 'Team');
  expect(await page.has('button', 'Invite people')).toBe(false);
  expect(await page.shows(/Only admins and owners/)).toBe(false);
});

screenTest('dashboard/dashboard-page', [], 'says to a member why there are no workspaces', async (cast) => {
  const page = await cast.open(cast.member, '/dashboard');
  await page.see('You’re not in any workspace yet. An admin can add you.');
  const own = await cast.open(cast.owner, '/dashboard');
  await own.see('No workspaces yet.');
});

screenTest('sessions/sessions-page', [], 'says when sessions end, and leads to the password', async (cast) => {
  const page = await cast.open(cast.owner, '/dashboard/sessions');
  await page.see('Sessions end after 30 minutes without activity.');
  await page.press('Change your password');
  await page.find('heading', 'Profile');
});
