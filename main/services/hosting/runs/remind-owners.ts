import type { ReminderReason } from '#shared/flows/upgrade-reminders.ts';
import { given } from '../../../mail/mail-params.ts';
import type { WriteTransaction } from '../../../storage/database/schema.ts';
import { findServer } from '../../../storage/store/hosting/servers.ts';
import type { RunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { ownOrderOf, preferencesOf, windowOf } from '../../../storage/store/stored-columns.ts';
import type { AppContext } from '../../context.ts';
import { emailOwners } from '../../identity/email-owners.ts';
import { systemActor } from '../../recording/record-event.ts';
import { recordRun } from './record-run.ts';

/** Queues an email to the owners about an upgrade, in the transaction that records why (DECISION 0118). */
export const remindOwners = async (
  context: Pick<AppContext, 'audit' | 'clock' | 'outbox'>,
  tx: WriteTransaction,
  run: RunRow,
  reason: ReminderReason,
): Promise<void> => {
  const { tenant_id: tenantId, mode, service_id } = run;
  const server = await findServer(tx, { tenantId, mode }, service_id);
  const owners = await emailOwners(context, tx, tenantId, 'upgrade_reminder', (named, owner) => ({
    ...named,
    server: given.text(server?.own_label ?? server?.provider_label ?? `Server#${service_id}`),
    service_id: given.id(service_id),
    reason: given.word(reason),
    due: given.day(ownOrderOf(run)?.duedate ?? null),
    window: given.period(windowOf(run)),
    deadline: given.time(run.decide_at),
    time_zone: given.timeZone(preferencesOf(owner).timezone),
  }));
  const actor = { action: 'remindOfUpgrade' as const, actor: systemActor(tenantId) };
  await recordRun(context, tx, run, actor, { reason, owners });
};
