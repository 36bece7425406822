import { expect, test } from 'vitest';
import { english } from '#e2e/fixtures/texts.ts';
import { createRefusal, defaultFirst, deleteRefusal, settingsRefusal } from './workspaces.logic.ts';

test('creating and deleting are for admins and owners', () => {
  for (const refusal of [createRefusal, deleteRefusal]) {
    expect(refusal('member', english)).toContain('Only admins and owners');
    expect([refusal('admin', english), refusal('owner', english)]).toEqual([undefined, undefined]);
  }
});

test('a member changes a workspace as its Admin only', () => {
  expect(settingsRefusal('member', { my_role: 'Admin' }, english)).toBeUndefined();
  expect(settingsRefusal('member', { my_role: 'Member' }, english)).toContain('Admin of this workspace');
  expect(settingsRefusal('member', { my_role: 'Viewer' }, english)).toContain('Admin of this workspace');
  expect(settingsRefusal('owner', { my_role: null }, english)).toBeUndefined();
});

test('the default workspace comes first and the order of the others stays', () => {
  const items = ['a', 'b', 'c'].map((workspace_id) => ({ workspace_id }));
  expect(defaultFirst(items, 'c').map(({ workspace_id }) => workspace_id)).toEqual(['c', 'a', 'b']);
  expect(defaultFirst(items, '').map(({ workspace_id }) => workspace_id)).toEqual(['a', 'b', 'c']);
});
