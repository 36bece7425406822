import { expect } from 'vitest';
import { createApplication, letKnow } from '#e2e/support/applications.ts';
import { screenTests } from '#e2e/support/screens/screen-test.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { listApplicationAccess } = contract.applications;

screenTest('applications/my-apps-page', [], 'lists what someone may open, and leads there', async (cast) => {
  const { app, owner, member, open } = cast;
  const before = await open(member, '/dashboard');
  await before.find('link', 'Workspaces');
  expect(await before.has('link', 'Your apps')).toBe(false);
  await createApplication(app, owner, { name: 'Wiki', home_url: 'https://wiki.example/' });
  await createApplication(app, owner, { name: 'Hidden', access: 'restricted' });
  const page = await open(member, '/dashboard');
  await page.press('Your apps');
  expect((await page.find('link', 'Wiki')).getAttribute('href')).toBe('https://wiki.example/');
  expect(await page.shows('Hidden')).toBe(false);
});

screenTest('team/member-applications', [], "shows a member's applications, and what these are told", async (cast) => {
  const { app, owner, member, open } = cast;
  const { application_id } = await createApplication(app, owner, { name: 'Wiki' });
  await createApplication(app, owner, { name: 'Hidden', access: 'restricted' });
  const openMember = () => open(owner, `/dashboard/team/${member.id}`);
  await (await openMember()).see('No access given yet');
  await letKnow(app.service.context.db.write, member.id, application_id, app.clock.now());
  const page = await openMember();
  await page.find('link', 'Wiki');
  await page.see(/^Since/);
  await page.see('What applications are told');
  const names = (await page.see('role:member')).closest('ul');
  expect([...(names?.children ?? [])].map(({ textContent }) => textContent)).toEqual(['role:member']);
  expect(await page.shows('Hidden')).toBe(false);
});

screenTest(
  'applications/given-access-tab',
  ['applications.revokeApplicationAccess'],
  'revokes what someone lets an application know',
  async (cast) => {
    const { app, owner, member, open, read } = cast;
    const { application_id } = await createApplication(app, owner);
    await letKnow(app.service.context.db.write, member.id, application_id, app.clock.now());
    const page = await open(member, '/dashboard/profile?tab=applications');
    await page.press('Revoke the access of Wiki');
    await page.send('Revoke access', 'applications.revokeApplicationAccess');
    await page.closed();
    await page.see('No application has access');
    expect((await read(member, listApplicationAccess, {})).total).toBe(0);
  },
);
