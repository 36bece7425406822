import type { OperationSpec } from '../operation.ts';
import { assignCustomRole } from './assign-custom-role.ts';
import { createCustomRole } from './create-custom-role.ts';
import { deleteCustomRole } from './delete-custom-role.ts';
import { explainMemberAccess } from './explain-member-access.ts';
import { getCustomRole } from './get-custom-role.ts';
import { listCustomRoleHolders } from './list-custom-role-holders.ts';
import { listCustomRoles } from './list-custom-roles.ts';
import { listHeldCustomRoles } from './list-held-custom-roles.ts';
import { previewCustomRoleDeletion } from './preview-custom-role-deletion.ts';
import { unassignCustomRole } from './unassign-custom-role.ts';
import { updateCustomRole } from './update-custom-role.ts';

/** The operations of custom roles. */
export const customRoles = {
  assignCustomRole,
  createCustomRole,
  deleteCustomRole,
  explainMemberAccess,
  getCustomRole,
  listCustomRoleHolders,
  listCustomRoles,
  listHeldCustomRoles,
  previewCustomRoleDeletion,
  unassignCustomRole,
  updateCustomRole,
} as const satisfies Record<string, OperationSpec>;
