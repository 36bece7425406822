import type { SystemContext } from '#main/services/context.ts';
import type { WriteTransaction } from '#main/storage/database/schema.ts';
import { giveToGroup, giveToMember } from '#main/storage/store/custom-roles/custom-role-holders.ts';
import { insertCustomRole } from '#main/storage/store/custom-roles/custom-roles.ts';
import { contract } from '#shared/contract/index.ts';
import type { GrantablePermission } from '#shared/rules/permissions.ts';
import type { Person, TestService } from './test-service.ts';

interface SeededRole {
  tenantId: string;
  by: string;
  userId: string;
  groupId?: string;
  name?: string;
  description?: string;
  permissions?: readonly GrantablePermission[];
}

/** Writes a custom role that one member has, and perhaps a group. */
export const seedCustomRole = async (
  { ids, clock }: Pick<SystemContext, 'ids' | 'clock'>,
  tx: WriteTransaction,
  { tenantId, by, userId, groupId, name = 'Seeded', description = '', permissions = ['settings.read'] }: SeededRole,
): Promise<{ id: string }> => {
  const id = ids.id('rol');
  const at = clock.now();
  const row = { id, tenant_id: tenantId, name, description, permissions: permissions.join(' ') };
  await insertCustomRole(tx, { ...row, created_at: at, created_by: by });
  await giveToMember(tx, id, userId, { by, at });
  if (groupId !== undefined) await giveToGroup(tx, id, groupId, { by, at });
  return { id };
};

let made = 0;

/**
 * Creates a custom role, and gives it to members, groups and service accounts.
 * @param name for a test to which it matters: others get one that depends on what else has run
 */
export const createCustomRole = async (
  app: Pick<TestService, 'call'>,
  { tenantId: tenant_id, token }: Person,
  permissions: readonly GrantablePermission[],
  holders: readonly string[] = [],
  name?: string,
) => {
  made += 1;
  const { createCustomRole: create, assignCustomRole } = contract.customRoles;
  const { role_id } = await app.call(
    create,
    { tenant_id, name: name ?? `Role ${made}`, permissions: [...permissions] },
    { token },
  );
  const of = { tenant_id, role_id };
  for (const holder_id of holders) await app.call(assignCustomRole, { ...of, holder_id }, { token });
  return of;
};
