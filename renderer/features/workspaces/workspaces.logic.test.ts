import { expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { roleAlone } from '#shared/rules/permissions.ts';
import {
  createDisabledReason,
  defaultFirst,
  healthDisabledReason,
  settingsDisabledReason,
} from './workspaces.logic.ts';

test('admins and owners can create workspaces', () => {
  expect(createDisabledReason(roleAlone('member'), english)).toContain('Only admins and owners');
  for (const role of ['admin', 'owner'] as const)
    expect(createDisabledReason(roleAlone(role), english)).toBeUndefined();
});

test('a member can change a workspace only as its admin', () => {
  expect(settingsDisabledReason(roleAlone('member'), { my_role: 'Admin' }, english)).toBeUndefined();
  expect(settingsDisabledReason(roleAlone('member'), { my_role: 'Member' }, english)).toContain(
    'admin of this workspace',
  );
  expect(settingsDisabledReason(roleAlone('member'), { my_role: 'Viewer' }, english)).toContain(
    'admin of this workspace',
  );
  expect(settingsDisabledReason(roleAlone('owner'), { my_role: null }, english)).toBeUndefined();
  expect(healthDisabledReason(roleAlone('member'), { my_role: 'Member' }, english)).toBeUndefined();
  expect(healthDisabledReason(roleAlone('member'), { my_role: 'Viewer' }, english)).toContain('members and admins');
  expect(healthDisabledReason(roleAlone('member'), { my_role: null }, english)).toContain('members and admins');
});

test('the default workspace comes first, and the others keep their order', () => {
  const items = ['a', 'b', 'c'].map((workspace_id) => ({ workspace_id }));
  expect(defaultFirst(items, 'c').map(({ workspace_id }) => workspace_id)).toEqual(['c', 'a', 'b']);
  expect(defaultFirst(items, '').map(({ workspace_id }) => workspace_id)).toEqual(['a', 'b', 'c']);
});
