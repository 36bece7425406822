import { describe, expect, it } from 'vitest';
import {
  governs,
  grantablePermissions,
  grantableRoles,
  hasEveryGrantable,
  isRefused,
  may,
  mayInWorkspace,
  type Permission,
  permissions,
  roleAlone,
  type WorkspacePermission,
  withNeeded,
} from './permissions.ts';
import { isAtLeast, type Role, roles, type WorkspaceRole, workspaceRoles } from './roles.ts';

/** The matrix as decided: member, admin, owner. */
const matrix: Record<Permission, [string, string, string]> = {
  self: ['yes', 'yes', 'yes'],
  'team.read': ['yes', 'yes', 'yes'],
  'team.manage': ['no', 'yes', 'yes'],
  'groups.manage': ['no', 'yes', 'yes'],
  'applications.manage': ['no', 'yes', 'yes'],
  'roles.manage': ['no', 'yes', 'yes'],
  'policies.manage': ['no', 'no', 'yes'],
  'ownership.transfer': ['no', 'no', 'yes'],
  'sessions.manage': ['no', 'yes', 'yes'],
  'second_factor.reset': ['no', 'no', 'yes'],
  'mail.manage': ['no', 'yes', 'yes'],
  'mail.settings': ['no', 'no', 'yes'],
  'audit.read': ['no', 'yes', 'yes'],
  'events.manage': ['no', 'no', 'yes'],
  'backups.manage': ['no', 'no', 'yes'],
  'service_accounts.manage': ['no', 'yes', 'yes'],
  'settings.read': ['no', 'yes', 'yes'],
  'sample.remove': ['no', 'no', 'yes'],
  'workspaces.list': ['yes', 'yes', 'yes'],
  'workspaces.read': ['there', 'yes', 'yes'],
  'workspaces.health': ['there', 'yes', 'yes'],
  'workspaces.settings': ['there', 'yes', 'yes'],
  'workspaces.manage': ['no', 'yes', 'yes'],
  'hosting.read': ['no', 'yes', 'yes'],
  'hosting.manage': ['no', 'no', 'yes'],
  'hosting.settings': ['no', 'no', 'yes'],
};

describe('who may do what', () => {
  it('has a row here for every permission', () => {
    expect(Object.keys(permissions).sort()).toEqual(Object.keys(matrix).sort());
  });

  it.each(Object.entries(matrix) as [Permission, string[]][])('%s', (permission, cells) => {
    const order: Role[] = ['member', 'admin', 'owner'];
    const seen = order.map((role) =>
      may(roleAlone(role), permission) ? 'yes' : isRefused(roleAlone(role), permission) ? 'no' : 'there',
    );
    expect(seen).toEqual(cells);
  });

  it('never allows a lower role more than a higher one', () => {
    for (const permission of Object.keys(permissions) as Permission[]) {
      for (const role of roles) {
        for (const higher of roles.filter((other) => isAtLeast(other, role))) {
          if (may(roleAlone(role), permission)) expect(may(roleAlone(higher), permission)).toBe(true);
        }
      }
    }
  });
});

describe('inside a workspace', () => {
  const rights: [WorkspacePermission, WorkspaceRole | undefined, boolean][] = [
    ['workspaces.read', undefined, false],
    ['workspaces.read', 'Viewer', true],
    ['workspaces.read', 'Member', true],
    ['workspaces.read', 'Admin', true],
    ['workspaces.health', undefined, false],
    ['workspaces.health', 'Viewer', false],
    ['workspaces.health', 'Member', true],
    ['workspaces.health', 'Admin', true],
    ['workspaces.settings', undefined, false],
    ['workspaces.settings', 'Viewer', false],
    ['workspaces.settings', 'Member', false],
    ['workspaces.settings', 'Admin', true],
  ];
  it.each(rights)('%s for a member who is %s there: %s', (permission, workspaceRole, expected) => {
    expect(mayInWorkspace(roleAlone('member'), workspaceRole, permission)).toBe(expected);
  });

  it('allows owners and admins everything with any role or none', () => {
    for (const role of ['admin', 'owner'] as const) {
      for (const workspaceRole of [undefined, ...workspaceRoles]) {
        expect(mayInWorkspace(roleAlone(role), workspaceRole, 'workspaces.settings')).toBe(true);
      }
    }
  });
});

describe('who manages whom', () => {
  it.each([
    ['owner', ['owner', 'admin', 'member']],
    ['admin', ['admin', 'member']],
    ['member', []],
  ] as [Role, Role[]][])('%s may grant %j', (actor, expected) => {
    expect(grantableRoles(roleAlone(actor))).toEqual(expected);
    expect(roles.filter((role) => governs(roleAlone(actor), role)).sort()).toEqual([...expected].sort());
  });
});

describe('custom roles', () => {
  it('can give all that admins may and members may not everywhere, and nothing that only owners may', () => {
    const order = Object.keys(permissions) as Permission[];
    const grantable = order.filter((name) => permissions[name].admin === true && permissions[name].member !== true);
    expect([...grantablePermissions].sort()).toEqual(grantable.sort());
    expect([roleAlone('admin'), roleAlone('member')].map(hasEveryGrantable)).toEqual([true, false]);
  });

  it.each(grantablePermissions)('%s comes with what it needs, and gives a member that and no more', (permission) => {
    const granted = withNeeded([permission]);
    const holder = { role: 'member', granted } as const;
    expect(withNeeded(granted)).toEqual(granted);
    for (const other of Object.keys(permissions) as Permission[]) {
      expect(may(holder, other)).toBe(may(roleAlone('member'), other) || granted.some((name) => name === other));
    }
  });

  it('let a member govern members, and no one else', () => {
    expect(grantableRoles({ role: 'member', granted: ['team.manage'] })).toEqual(['member']);
  });
});

describe('the order of roles', () => {
  it('is member, admin, owner', () => {
    const table = roles.map((role) => roles.map((other) => isAtLeast(role, other)));
    expect(table).toEqual([
      [true, false, false],
      [true, true, false],
      [true, true, true],
    ]);
  });
});
