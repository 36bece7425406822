import type { SystemContext } from '#main/services/context.ts';
import type { WriteTransaction } from '#main/storage/database/schema.ts';
import { giveToMember } from '#main/storage/store/custom-roles/custom-role-holders.ts';
import { insertCustomRole } from '#main/storage/store/custom-roles/custom-roles.ts';
import { contract } from '#shared/contract/index.ts';
import type { GrantablePermission } from '#shared/rules/permissions.ts';
import type { Person, TestService } from './test-service.ts';

/** Writes a custom role that one member has. */
export const seedCustomRole = async (
  { ids, clock }: Pick<SystemContext, 'ids' | 'clock'>,
  tx: WriteTransaction,
  { tenantId, by, userId }: { tenantId: string; by: string; userId: string },
): Promise<{ id: string }> => {
  const id = ids.id('rol');
  const at = clock.now();
  const row = { id, tenant_id: tenantId, name: 'Seeded', description: '', permissions: 'settings.read' };
  await insertCustomRole(tx, { ...row, created_at: at, created_by: by });
  await giveToMember(tx, id, userId, { by, at });
  return { id };
};

let made = 0;

/** Creates a custom role, and gives it to members, groups and service accounts. */
export const createCustomRole = async (
  app: Pick<TestService, 'call'>,
  { tenantId: tenant_id, token }: Person,
  permissions: readonly GrantablePermission[],
  holders: readonly string[] = [],
) => {
  made += 1;
  const { createCustomRole: create, assignCustomRole } = contract.customRoles;
  const { role_id } = await app.call(
    create,
    { tenant_id, name: `Role ${made}`, permissions: [...permissions] },
    { token },
  );
  const of = { tenant_id, role_id };
  for (const holder_id of holders) await app.call(assignCustomRole, { ...of, holder_id }, { token });
  return of;
};
