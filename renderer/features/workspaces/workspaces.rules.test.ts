import { expect, test } from 'vitest';
import { createRefusal, defaultFirst, deleteRefusal, settingsRefusal } from './workspaces.rules.ts';

test('creating and deleting are for admins and owners', () => {
  for (const refusal of [createRefusal, deleteRefusal]) {
    expect(refusal('member')).toContain('Only admins and owners');
    expect([refusal('admin'), refusal('owner')]).toEqual([undefined, undefined]);
  }
});

test('a member changes a workspace as its Admin only', () => {
  expect(settingsRefusal('member', { my_role: 'Admin' })).toBeUndefined();
  expect(settingsRefusal('member', { my_role: 'Member' })).toContain('Admin of this workspace');
  expect(settingsRefusal('member', { my_role: 'Viewer' })).toContain('Admin of this workspace');
  expect(settingsRefusal('owner', { my_role: null })).toBeUndefined();
});

test('the default workspace comes first and the order of the others stays', () => {
  const items = ['a', 'b', 'c'].map((workspace_id) => ({ workspace_id }));
  expect(defaultFirst(items, 'c').map(({ workspace_id }) => workspace_id)).toEqual(['c', 'a', 'b']);
  expect(defaultFirst(items, '').map(({ workspace_id }) => workspace_id)).toEqual(['a', 'b', 'c']);
});
