import { z } from 'zod';
import { isOwner } from '#shared/rules/permissions.ts';
import { operatorActor } from '../../services/recording/record-event.ts';
import { handOver } from '../../services/team/hand-over.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { otherOwners, type UserRow } from '../../storage/store/identity/users.ts';
import type { TenantRow } from '../../storage/store/team/tenants.ts';
import { findOrganization, findUserOf } from '../find.ts';
import { commandOperation, refused } from '../operation.ts';
import { changeOrTry } from '../rehearse.ts';
import { assertActive } from '../users/assert-active.ts';

export interface TransferredOrganization {
  organization: string;
  organization_id: string;
  owner: string;
  /** Who was an owner and is an admin now; null if no one is. */
  former_owner: string | null;
  /** Whether nothing was changed. */
  dry_run: boolean;
}

interface Wanted {
  from?: string | undefined;
  keepsOwners: boolean;
}

/** The owner who becomes an admin: the only other one, unless one is named. @throws StartError */
const formerOwner = async (
  tx: WriteTransaction,
  { id: tenantId, name }: TenantRow,
  newOwner: UserRow,
  { from, keepsOwners }: Wanted,
): Promise<UserRow | undefined> => {
  if (keepsOwners) return undefined;
  const owners = await otherOwners(tx, tenantId, newOwner.id);
  if (from !== undefined) {
    const { id, email } = await findUserOf(tx, from);
    const former = owners.find((owner) => owner.id === id);
    if (!former) throw refused(`${email} isn't another active owner of ${name}`);
    return former;
  }
  const [former, another] = owners;
  if (another) {
    throw refused(`${name} has several owners. Name the one who becomes an admin with --from, or use --keep-owners`);
  }
  return former;
};

/** Makes a member the owner of an organization, for example because its owner is gone. The former one becomes an admin. */
export const transferOrganization = commandOperation({
  input: z.strictObject({
    organization: z.string().min(1),
    user: z.string().min(1),
    from: z.string().min(1).optional(),
    'keep-owners': z.boolean().default(false),
    'dry-run': z.boolean().default(false),
  }),
  async run(
    context,
    { organization: key, user, from, 'keep-owners': keepsOwners, 'dry-run': isDryRun },
  ): Promise<TransferredOrganization> {
    const { db } = context;
    if (from !== undefined && keepsOwners) throw refused('Use either --from or --keep-owners');
    const { id: tenantId } = await findOrganization(db.read, key);
    const { id } = await findUserOf(db.read, user);
    return changeOrTry(db, { tenant: tenantId }, isDryRun, async (tx) => {
      const tenant = await findOrganization(tx, tenantId);
      const newOwner = await findUserOf(tx, id);
      if (newOwner.tenant_id !== tenantId) throw refused(`${newOwner.email} isn't a member of ${tenant.name}`);
      assertActive(newOwner);
      const former = await formerOwner(tx, tenant, newOwner, { from, keepsOwners });
      if (isOwner(newOwner.role) && !former) {
        throw refused(`${newOwner.email} is an owner of ${tenant.name} already`);
      }
      await handOver(context, tx, { newOwner, former, actor: operatorActor(tenantId) });
      return {
        organization: tenant.name,
        organization_id: tenantId,
        owner: newOwner.email,
        former_owner: former?.email ?? null,
        dry_run: isDryRun,
      };
    });
  },
});
