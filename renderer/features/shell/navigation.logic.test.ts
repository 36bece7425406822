import { expect, test } from 'vitest';
import { english } from '#e2e/fixtures/texts.ts';
import { navigationFor } from './navigation.logic.ts';

const labels = (role: 'member' | 'admin' | 'owner') => navigationFor(role, english).map(({ label }) => label);

test('members get no links to the outbox or the audit log', () => {
  expect(labels('member')).toEqual(['Dashboard', 'Team', 'Workspaces', 'Sessions', 'Profile']);
});

test('admins and owners get links to every page', () => {
  expect(labels('admin')).toEqual(labels('owner'));
  expect(labels('owner')).toEqual(expect.arrayContaining(['Hosting', 'Email', 'Audit log']));
});
