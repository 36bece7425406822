import type { WriteTransaction } from '../../storage/database/schema.ts';
import { endAllSessions } from '../../storage/store/identity/sessions.ts';
import { deleteAllTrustedDevices } from '../../storage/store/identity/trusted-devices.ts';
import { holdMail } from '../../storage/store/mail/mail-hold.ts';
import { listTenants } from '../../storage/store/team/tenants.ts';
import type { AppContext } from '../context.ts';
import { recordEvent, systemActor } from '../recording/record-event.ts';

/**
 * DECISION 0096: what a restored database needs before it may start: sessions that ended, and devices that stopped being trusted,
 * since the backup must not come back, and email that was sent since must not be sent again. Each organization's audit log says
 * so. Returns how many sessions were open.
 */
export const recordRestore = async (
  context: Pick<AppContext, 'audit' | 'clock'>,
  tx: WriteTransaction,
  backup: { createdAt: string; version: string },
): Promise<{ sessions: number }> => {
  const now = context.clock.now();
  const sessions = await endAllSessions(tx, 'revoked', now);
  await deleteAllTrustedDevices(tx);
  await holdMail(tx, { reason: 'restored', held_at: now });
  for (const { id, name } of await listTenants(tx)) {
    await recordEvent(context, tx, {
      action: 'restoreBackup',
      actor: systemActor(id),
      target: { kind: 'tenant', id, label: name },
      details: { backup_created_at: backup.createdAt, backup_version: backup.version },
    });
  }
  return { sessions };
};
