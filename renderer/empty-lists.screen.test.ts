import { expect } from 'vitest';
import { screenTests } from '#e2e/support/screens/screen-test.ts';

const screenTest = screenTests();

for (const [file, address, role, create] of [
  ['workspaces/workspaces-page', '/dashboard/workspaces', 'link', 'Create workspace'],
  [
    'service-accounts/service-accounts-panel',
    '/dashboard/settings?tab=service-accounts',
    'button',
    'Create service account',
  ],
  ['team/custom-roles-section', '/dashboard/team?tab=roles', 'button', 'Create custom role'],
  ['team/groups-panel', '/dashboard/team?tab=groups', 'button', 'Create group'],
] as const) {
  screenTest(file, [], 'offers to make the first of an empty list, in one place, and no search', async (cast) => {
    const page = await cast.open(cast.owner, address);
    const button = await page.find(role, create);
    expect(button.closest('.empty-state')).not.toBeNull();
    expect(button.getAttribute('data-variant')).not.toBe('default');
    expect(document.querySelector('input[type="search"]')).toBeNull();
  });
}

screenTest('workspaces/workspaces-page', [], 'keeps the search of a list that it leaves empty', async (cast) => {
  const page = await cast.open(cast.owner, '/dashboard/workspaces?q=nothing');
  await page.see('No workspaces found');
  expect((await page.field('Search workspaces')).value).toBe('nothing');
  await page.press('Clear filters');
  await page.see('No workspaces yet');
});

screenTest('workspaces/workspaces-page', [], 'leaves a member, who may make none, without a button', async (cast) => {
  const page = await cast.open(cast.member, '/dashboard/workspaces');
  await page.see('No workspaces yet');
  expect(document.querySelector('.empty-state a, .empty-state button')).toBeNull();
});
