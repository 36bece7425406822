import { remindersOf } from '#shared/flows/upgrade-reminders.ts';
import { day } from '#shared/rules/limits.ts';
import type { SystemContext } from '../services/context.ts';
import { remindOwners } from '../services/hosting/runs/remind-owners.ts';
import {
  listChangesWithOrder,
  listChoosingWithProblem,
  listRunsToPoll,
  recordReminded,
  type SeenRunRow,
} from '../storage/store/hosting/upgrade-runs.ts';
import { ownOrderOf, problemOf, remindedOf } from '../storage/store/stored-columns.ts';
import { remindedShape } from '../storage/store/stored-shapes.ts';

/** An invoice that is due later than this after its change is no news of that change. */
const changeAgeMs = 90 * day;

/** The unpaid invoice of a run. Only the sandbox tells which are paid. */
const invoiceOf = (run: SeenRunRow): { id: number; duedate: string | null } | null => {
  const order = ownOrderOf(run);
  if (!order?.invoiceid || order.invoiceid === run.paid_invoice) return null;
  return { id: order.invoiceid, duedate: order.duedate };
};

/** Tells the owners about one run, and records it in the same transaction, so that each is told once. */
const remind = async (context: SystemContext, run: SeenRunRow): Promise<void> => {
  const { clock, steady, db } = context;
  const problem = problemOf(run);
  const sentKeys = remindedOf(run);
  const invoice = invoiceOf(run);
  const due = remindersOf(
    {
      state: run.state,
      invoice,
      decideAt: run.decide_at,
      hasDefault: run.default_chosen === 1,
      problem: problem && { reason: problem.reason, at: Date.parse(problem.at) },
    },
    { now: clock.now(), steady: steady.now() },
  ).filter(({ key }) => !sentKeys.includes(key));
  if (due.length === 0) return;
  const { tenant_id: tenantId } = run;
  await db.transaction({ tenant: tenantId }, async (tx) => {
    // Of what is told every day, the last day is enough.
    const kept = sentKeys.filter(
      (key) => !key.startsWith('undecided:') || due.every(({ reason }) => reason !== 'undecided'),
    );
    const keys = [...kept, ...due.map(({ key }) => key)];
    if (!(await recordReminded(tx, run, remindedShape.write(keys)))) return;
    for (const { reason } of due) await remindOwners(context, tx, run, reason);
  });
};

/**
 * Reminds owners of upgrades that wait for them (DECISION 0118): of an invoice that is due, also one of a change that was
 * made, of a server in RESIZED, of a run that makes no progress, and of a request that was answered before it turned out not
 * to be carried out. The desktop app shows the same as notifications.
 * @throws Error if reminders of a run failed; those of all others are queued.
 */
export const sendUpgradeReminders = async (context: SystemContext, signal?: AbortSignal): Promise<void> => {
  const { clock, db, log } = context;
  let failures = 0;
  const runs = [
    ...(await listRunsToPoll(db.read)),
    ...(await listChoosingWithProblem(db.read)),
    ...(await listChangesWithOrder(db.read, clock.now() - changeAgeMs)),
  ];
  for (const run of runs) {
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
