import { expect, it } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { explainPermission, lowestGiving, permissionNames } from '#shared/rules/access-explanation.ts';
import { wouldGive } from './member-permissions.logic.ts';

const nothing = { role: 'member', customRoles: [], workspaceRoles: [] } as const;

/** What the console says would give a permission to someone with the role of a member. */
const saidTo = (guest: boolean) =>
  permissionNames.flatMap((permission) => {
    const { reach } = explainPermission(permission, { ...nothing, guest });
    if (reach === 'organization') return [];
    const { role, workspaceRole } = lowestGiving(permission);
    const would_give = { role, workspace_role: workspaceRole, custom_roles: [], grantable: false };
    return wouldGive({ permission, reach, role: null, custom_roles: [], workspaces: [], would_give }, english);
  });

it('never tells a guest to get the role that they have, but to end guest access', () => {
  expect(saidTo(true)).toContain('Ending guest access');
  expect(saidTo(false)).not.toContain('Ending guest access');
  for (const guest of [true, false]) expect(saidTo(guest)).not.toContain('The role Member');
});
