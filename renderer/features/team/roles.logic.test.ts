import { expect, test } from 'vitest';
import { may, permissions, roleAlone } from '#shared/rules/permissions.ts';
import { roles } from '#shared/rules/roles.ts';
import { rightsInWorkspace, teamRights } from './roles.logic.ts';

const rows = teamRights.flatMap((area) => area.rows.map(({ name, rights }) => ({ name, rights })));

test('every permission is shown once', () => {
  const shown = rows.map(({ name }) => name).filter((name) => name !== 'owners');
  expect(shown.toSorted()).toEqual(Object.keys(permissions).toSorted());
});

test('a role has “yes” for what it may do without a condition', () => {
  for (const { name, rights } of rows) {
    if (name === 'owners') continue;
    for (const role of roles) expect(rights[role] === 'yes', `${role} ${name}`).toBe(may(roleAlone(role), name));
  }
});

test('members read a workspace only with a role in it, and only owners manage owners', () => {
  expect(rows.find(({ name }) => name === 'workspaces.read')?.rights).toEqual({
    member: 'workspace',
    admin: 'yes',
    owner: 'yes',
  });
  expect(rows.find(({ name }) => name === 'owners')?.rights).toEqual({ member: 'no', admin: 'no', owner: 'yes' });
});

test('in a workspace, its members set the health score, and only its admins change it', () => {
  expect(rightsInWorkspace).toEqual([
    { name: 'workspaces.read', rights: { Viewer: 'yes', Member: 'yes', Admin: 'yes' } },
    { name: 'workspaces.health', rights: { Viewer: 'no', Member: 'yes', Admin: 'yes' } },
    { name: 'workspaces.settings', rights: { Viewer: 'no', Member: 'no', Admin: 'yes' } },
  ]);
});
