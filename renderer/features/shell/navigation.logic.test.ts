import { expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { roleAlone } from '#shared/rules/permissions.ts';
import { navigationFor, refusedPage } from './navigation.logic.ts';

const labels = (role: 'member' | 'admin' | 'owner') =>
  navigationFor(roleAlone(role), english).map(({ label }) => label);

test('members get no links to the outbox or the audit log', () => {
  expect(labels('member')).toEqual(['Dashboard', 'Your apps', 'Team', 'Workspaces', 'Profile', 'Sessions']);
});

test('admins and owners get links to every page', () => {
  expect(labels('admin')).toEqual(labels('owner').filter((label) => label !== 'Events'));
  expect(labels('owner')).toEqual(expect.arrayContaining(['Hosting', 'Email', 'Audit log']));
});

test('a page without a link is refused, with everything below it', () => {
  expect(refusedPage(roleAlone('member'), '/dashboard/audit')).toBe('audit');
  expect(refusedPage(roleAlone('member'), '/dashboard/hosting/settings')).toBe('hosting');
  expect(refusedPage(roleAlone('admin'), '/dashboard/hosting/settings')).toBeUndefined();
});

test('other pages are not, even if they begin with the same letters', () => {
  for (const path of ['/dashboard', '/dashboard/team/1', '/dashboard/workspaces/acme/settings', '/dashboard/audits'])
    expect(refusedPage(roleAlone('member'), path)).toBeUndefined();
});
