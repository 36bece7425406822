import { remindersOf } from '#shared/upgrade-reminders.ts';
import type { SystemContext } from '../context.ts';
import { systemActor } from '../services/audit-log/record-event.ts';
import { recordRun } from '../services/hosting/runs/move-run.ts';
import { listRunsToPoll, recordReminded, type SeenRunRow } from '../store/hosting/upgrade-runs.ts';
import { listOwners } from '../store/identity/users.ts';
import { orderOf, preferencesOf, problemOf, remindedOf } from '../store/stored-columns.ts';

/** The unpaid invoice of a run. Only the sandbox tells which are paid. */
const invoiceOf = (run: SeenRunRow): { id: number; duedate: string | null } | null => {
  const order = orderOf(run);
  if (!order?.invoiceid || order.invoiceid === run.paid_invoice) return null;
  return { id: order.invoiceid, duedate: order.duedate };
};

/** Queues the emails of one run, and records them in the same transaction, so that each is sent once. */
const remind = async (context: SystemContext, run: SeenRunRow): Promise<void> => {
  const { clock, steady, db, outbox } = context;
  const problem = problemOf(run);
  const told = remindedOf(run);
  const invoice = invoiceOf(run);
  const due = remindersOf(
    {
      state: run.state,
      invoice,
      decideAt: run.decide_at,
      problem: problem && { reason: problem.reason, at: Date.parse(problem.at) },
    },
    { now: clock.now(), steady: steady.now() },
  ).filter(({ key }) => !told.includes(key));
  if (due.length === 0) return;
  const { tenant_id: tenantId } = run;
  await db.transaction({ tenant: tenantId }, async (tx) => {
    const keys = [...told, ...due.map(({ key }) => key)];
    if (!(await recordReminded(tx, run, JSON.stringify(keys)))) return;
    const owners = (await listOwners(tx, tenantId)).filter((owner) => {
      const { email_notifications, billing_alerts } = preferencesOf(owner);
      return owner.email_verified === 1 && email_notifications && billing_alerts;
    });
    for (const { reason } of due) {
      for (const owner of owners) {
        await outbox.queue(tx, {
          kind: 'upgrade_reminder',
          tenantId,
          userId: owner.id,
          recipient: owner.email,
          language: preferencesOf(owner).language,
          params: {
            name: owner.name,
            server: run.server_label ?? `Server#${run.service_id}`,
            reason,
            due: invoice?.duedate ?? '',
          },
        });
      }
      const actor = { action: 'remindOfUpgrade' as const, actor: systemActor(tenantId) };
      await recordRun(context, tx, run, actor, { reason, owners: owners.length });
    }
  });
};

/**
 * Reminds owners of upgrades that wait for them (DECISION 0118): of an invoice that is due, a server in RESIZED, and a run
 * that makes no progress. The desktop app shows the same as notifications.
 * @throws Error if reminders of a run failed; those of all others are queued.
 */
export const sendUpgradeReminders = async (context: SystemContext, signal?: AbortSignal): Promise<void> => {
  const { db, log } = context;
  let failures = 0;
  for (const run of await listRunsToPoll(db.read)) {
    if (signal?.aborted) return;
    try {
      await remind(context, run);
    } catch (error) {
      failures += 1;
      log.error({ run_id: run.id, err: error }, 'owners were not reminded of an upgrade');
    }
  }
  if (failures > 0) throw new Error(`failed for ${failures} upgrades`);
};
