import { z } from 'zod';
import { lifetimesMs } from '#shared/rules/limits.ts';
import { purge } from '../../jobs/purge.ts';
import { toIso } from '../../platform/clock.ts';
import type { SystemContext } from '../../services/context.ts';
import { endAuthorityOfTenant } from '../../services/identity/end-authority.ts';
import { operatorActor, recordEvent } from '../../services/recording/record-event.ts';
import type { WriteTransaction } from '../../storage/database/schema.ts';
import { countContents, type OrganizationContents } from '../../storage/store/team/organizations.ts';
import { closeTenant, findFirstTenant, reopenTenant, type TenantRow } from '../../storage/store/team/tenants.ts';
import { findOrganization } from '../find.ts';
import { commandOperation, refused } from '../operation.ts';
import { recordForInstallation } from '../record-for-installation.ts';

export interface DeletedOrganization {
  organization: string;
  organization_id: string;
  /** When all data is deleted; null if it is already, or if nothing was done. */
  scheduled_deletion: string | null;
  /** What goes with it. */
  contents: OrganizationContents;
  /** Whether nothing was changed. */
  dry_run: boolean;
}

const record = async (
  context: SystemContext,
  tx: WriteTransaction,
  { id, name }: TenantRow,
  scheduledDeletion: string | undefined,
): Promise<void> => {
  const event = {
    action: 'deleteTeam' as const,
    target: { kind: 'tenant' as const, id, label: name },
    ...(scheduledDeletion !== undefined && { details: { scheduled_deletion: scheduledDeletion } }),
  };
  // Its own log goes with it, so another one says so, too.
  await recordEvent(context, tx, { ...event, actor: operatorActor(id) });
  await recordForInstallation(context, tx, { ...event, except: id });
};

/**
 * DECISION 0131: blocks everyone in an organization at once, and deletes it with everything in it after the grace
 * period, or now.
 */
export const deleteOrganization = commandOperation({
  input: z.strictObject({
    organization: z.string().min(1),
    yes: z.boolean().default(false),
    now: z.boolean().default(false),
    'dry-run': z.boolean().default(false),
  }),
  async run(context, { organization: key, yes, now: atOnce, 'dry-run': isDryRun }): Promise<DeletedOrganization> {
    const { db, clock } = context;
    const { id, name } = await findOrganization(db.read, key);
    const contents = await countContents(db.read, id);
    const about = { organization: name, organization_id: id, contents };
    if (isDryRun) return { ...about, scheduled_deletion: null, dry_run: true };
    if (!yes) {
      throw refused(
        `This deletes ${name} with ${contents.accounts} accounts and all their data${atOnce ? ' now, permanently' : ' in 30 days'}. Check it with --dry-run, then run it again with --yes`,
      );
    }
    const deleteAt = clock.now() + (atOnce ? 0 : lifetimesMs.deletionGrace);
    const scheduled = atOnce ? undefined : toIso(deleteAt);
    await db.transaction({ tenant: id }, async (tx) => {
      const tenant = await findOrganization(tx, id);
      if (!atOnce && tenant.delete_at !== null) {
        throw refused(`${name} is deleted at ${toIso(tenant.delete_at)} already. Use --now to delete it now`);
      }
      await closeTenant(tx, id, deleteAt);
      await endAuthorityOfTenant(context, tx, id);
      await record(context, tx, tenant, scheduled);
    });
    if (atOnce) await purge(context);
    return { ...about, scheduled_deletion: scheduled ?? null, dry_run: false };
  },
});

/** Cancels a deletion within the grace period. People can sign in again as before. */
export const restoreOrganization = commandOperation({
  input: z.strictObject({ organization: z.string().min(1) }),
  async run(context, { organization: key }): Promise<{ organization: string; organization_id: string }> {
    const { db } = context;
    const { id, name } = await findOrganization(db.read, key);
    return db.transaction({ tenant: id }, async (tx) => {
      const { delete_at: deleteAt } = await findOrganization(tx, id);
      if (deleteAt === null) throw refused(`${name} isn't scheduled for deletion`);
      if (!(await reopenTenant(tx, id))) {
        throw refused(
          `${name} has no active member left. Whoever scheduled their own account for deletion restores it by signing in`,
        );
      }
      const event = { action: 'restoreTeam' as const, target: { kind: 'tenant' as const, id, label: name } };
      await recordEvent(context, tx, { ...event, actor: operatorActor(id) });
      if ((await findFirstTenant(tx))?.id !== id) await recordForInstallation(context, tx, event);
      return { organization: name, organization_id: id };
    });
  },
});
