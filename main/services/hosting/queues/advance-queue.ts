import { queueStep } from '#shared/flows/upgrade-queue.ts';
import { may } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import { toIso } from '../../../platform/clock.ts';
import type { WriteTransaction } from '../../../storage/database/schema.ts';
import { changeQueue, findQueue, type QueueRow } from '../../../storage/store/hosting/upgrade-queues.ts';
import { findRun, type SeenRunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { findUser, type UserRow } from '../../../storage/store/identity/users.ts';
import { problemOf, queueItemsOf } from '../../../storage/store/stored-columns.ts';
import { type QueueProblem, queueProblemShape } from '../../../storage/store/stored-shapes.ts';
import { isDeletionScheduled } from '../../../storage/store/team/tenants.ts';
import type { SystemContext } from '../../context.ts';
import { accountActor } from '../../recording/record-event.ts';
import type { HostingContext } from '../hosting-context.ts';
import { emailOwners } from '../runs/email-owners.ts';
import type { ActingRunActor } from '../runs/move-run.ts';
import { orderRun } from '../runs/order-run.ts';

/** The person in whose name orders are placed; undefined if they may not place any, or not any more. */
const findOrderer = async (tx: WriteTransaction, { started_by, tenant_id }: QueueRow): Promise<UserRow | undefined> => {
  const user = started_by === null ? undefined : await findUser(tx, started_by);
  const isPermitted = user?.tenant_id === tenant_id && user.status === 'active' && may(user.role, 'hosting.manage');
  return isPermitted && !(await isDeletionScheduled(tx, tenant_id)) ? user : undefined;
};

const notPermitted = (): AppError => new AppError('FORBIDDEN', { reason: 'role' });

/** Places orders for the person who started the queue, as long as it runs and they may. */
const actorOf = async (
  { db }: SystemContext,
  scope: HostingContext['scope'],
  queue: QueueRow,
): Promise<ActingRunActor> => {
  const transaction = <Result>(work: (tx: WriteTransaction, user: UserRow) => Promise<Result>): Promise<Result> =>
    db.transaction({ tenant: queue.tenant_id }, async (tx) => {
      const current = await findQueue(tx, scope, queue.id);
      if (current?.version !== queue.version) throw new AppError('STATE_CONFLICT', { reason: 'queue_ended' });
      const user = await findOrderer(tx, queue);
      if (!user) throw notPermitted();
      return work(tx, user);
    });
  const actor = await transaction(async (_tx, user) => user);
  return { action: 'orderUpgrade', actor: accountActor(actor), transaction };
};

/** Stops a queue at a run, and tells the owners. */
const stop = (
  { db, ...context }: SystemContext,
  queue: QueueRow,
  run: SeenRunRow,
  { key, message, details }: AppError,
): Promise<void> =>
  db.transaction({ tenant: queue.tenant_id }, async (tx) => {
    const problem: QueueProblem = {
      run_id: run.id,
      code: key,
      reason: details.reason ?? null,
      params: details.params ?? {},
      message,
      at: toIso(context.clock.now()),
    };
    // Someone else has cancelled it meanwhile.
    if (!(await changeQueue(tx, queue, { state: 'stopped', problem: queueProblemShape.write(problem) }))) return;
    await emailOwners(context, tx, run, 'queue_stopped');
  });

/**
 * Places the next orders of a queue, one after the other: the next one only once the one before is proven. Each is an
 * order of a run like any other, with its intent and its checks, so a crash at any point repeats nothing. A queue of an
 * organization that is to be deleted waits until it is restored.
 */
export const advanceQueue = async (
  context: SystemContext,
  hosting: HostingContext,
  queue: QueueRow,
  isOver: () => boolean,
): Promise<void> => {
  const { db, clock } = context;
  if (await isDeletionScheduled(db.read, queue.tenant_id)) return;
  for (const { run_id, version } of queueItemsOf(queue)) {
    if (isOver()) return;
    const run = await findRun(db.read, hosting.scope, run_id);
    const problem = (run && problemOf(run)?.reason) ?? null;
    const step = queueStep(run && { state: run.state, version: run.version, problem }, version);
    if (!run || step === 'next') continue;
    if (step === 'wait') return;
    try {
      if (step !== 'order') throw new AppError('STATE_CONFLICT', { reason: step });
      const actor = await actorOf(context, hosting.scope, queue);
      const ordered = await orderRun(context, hosting, run, actor, queue.accept_over_budget === 1);
      // Whether it has arrived shows later.
      if (ordered.state === 'ordering') return;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return stop(context, queue, run, error);
    }
  }
  await changeQueue(db.writeFor(queue.tenant_id), queue, { state: 'done', ended_at: clock.now() });
};
