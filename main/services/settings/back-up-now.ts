import type { contract } from '#shared/contract/index.ts';
import { AppError } from '#shared/texts/errors.ts';
import { findTenant } from '../../storage/store/team/tenants.ts';
import type { Handler } from '../handler.ts';
import { assertManagesBackups } from '../identity/admin-tenant.ts';
import { recordEvent } from '../recording/record-event.ts';
import { presentBackups } from './present-backups.ts';

/** Starts a backup and doesn't wait for it: a large one takes longer than a proxy waits for an answer. */
export const backUpNow: Handler<typeof contract.settings.backUpNow> = async (
  context,
  _input,
  { caller, client, transaction },
) => {
  const { backups, log } = context;
  await transaction(async (tx, caller) => {
    await assertManagesBackups(tx, caller);
    if (backups.plan.dir === undefined) throw new AppError('STATE_CONFLICT', { reason: 'no_backup_folder' });
    const tenant = await findTenant(tx, caller.user.tenantId);
    await recordEvent(context, tx, {
      action: 'backUpNow',
      actor: caller.user,
      client,
      target: { kind: 'tenant', id: tenant.id, label: tenant.name },
    });
  });
  backups.run().catch((error: unknown) => log.error({ err: error }, 'backup failed'));
  return presentBackups(context, caller);
};
