import { queueStep } from '#shared/flows/upgrade-queue.ts';
import { may, roleAlone } from '#shared/rules/permissions.ts';
import { AppError } from '#shared/texts/errors.ts';
import { toIso } from '../../../platform/clock.ts';
import type { WriteTransaction } from '../../../storage/database/schema.ts';
import { changeQueue, findQueue, type QueueRow } from '../../../storage/store/hosting/upgrade-queues.ts';
import { findRun, type SeenRunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { findUser, type UserRow } from '../../../storage/store/identity/users.ts';
import { problemOf, queueItemsOf } from '../../../storage/store/stored-columns.ts';
import { type QueueProblem, queueItemsShape, queueProblemShape } from '../../../storage/store/stored-shapes.ts';
import { isDeletionScheduled } from '../../../storage/store/team/tenants.ts';
import type { SystemContext } from '../../context.ts';
import { accountActor } from '../../recording/record-event.ts';
import type { HostingContext } from '../hosting-context.ts';
import { applyOrder } from '../runs/apply-order.ts';
import { decideRun } from '../runs/decide-run.ts';
import type { ActingRunActor } from '../runs/move-run.ts';
import { orderRun } from '../runs/order-run.ts';
import { remindOwners } from '../runs/remind-owners.ts';
import { requireAgreed } from '../runs/require-agreed.ts';
import { requireAllowed } from '../runs/runs.ts';
import { requireHealthy } from './health-check.ts';

/** The person in whose name a queue acts; undefined if they may not, or not any more. */
const findStarter = async (tx: WriteTransaction, { started_by, tenant_id }: QueueRow): Promise<UserRow | undefined> => {
  const user = started_by === null ? undefined : await findUser(tx, started_by);
  const isPermitted =
    user?.tenant_id === tenant_id && user.status === 'active' && may(roleAlone(user.role), 'hosting.manage');
  return isPermitted && !(await isDeletionScheduled(tx, tenant_id)) ? user : undefined;
};

const queueEnded = (): AppError => new AppError('STATE_CONFLICT', { reason: 'queue_ended' });
const notPermitted = (): AppError => new AppError('FORBIDDEN', { reason: 'role' });

const auditActionOf = { order: 'orderUpgrade', start: 'upgradeServer', confirm: 'confirmUpgrade' } as const;

/** Acts for the person who started the queue, as long as it runs and they may. */
const actorOf = async (
  { db }: SystemContext,
  scope: HostingContext['scope'],
  queue: QueueRow,
): Promise<ActingRunActor> => {
  const transaction = <Result>(work: (tx: WriteTransaction, user: UserRow) => Promise<Result>): Promise<Result> =>
    db.transaction({ tenant: queue.tenant_id }, async (tx) => {
      const current = await findQueue(tx, scope, queue.id);
      if (current?.version !== queue.version) throw queueEnded();
      const user = await findStarter(tx, queue);
      if (!user) throw notPermitted();
      return work(tx, user);
    });
  const actor = await transaction(async (_tx, user) => user);
  return { action: auditActionOf[queue.action], actor: accountActor(actor), transaction };
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
    await remindOwners(context, tx, run, 'queue_stopped');
  });

/** Takes a run's step: stores its intent, and sends it once. */
const act = async (
  context: SystemContext,
  hosting: HostingContext,
  queue: QueueRow,
  run: SeenRunRow,
): Promise<SeenRunRow> => {
  const actor = await actorOf(context, hosting.scope, queue);
  const accepts = queue.accept_over_budget === 1;
  switch (queue.action) {
    case 'order':
      return orderRun(context, hosting, run, actor, accepts);
    case 'start':
      requireAllowed(run, 'apply', context.steady);
      requireAgreed(run, hosting.settings, { accept_over_budget: accepts });
      return applyOrder(context, hosting, run, actor, 'apply_intended');
    case 'confirm':
      requireAllowed(run, 'confirm', context.steady);
      await requireHealthy(context, hosting, queue, run);
      return decideRun(context, hosting, run, 'confirm', actor);
  }
};

/** Goes on without a run that the provider refused to start. @throws AppError STATE_CONFLICT if the queue has changed */
const leaveOut = async ({ db }: SystemContext, queue: QueueRow, runId: string): Promise<QueueRow> => {
  const items = queueItemsOf(queue).map((item) => (item.run_id === runId ? { ...item, left_out: true } : item));
  const change = { items: queueItemsShape.write(items) };
  if (!(await changeQueue(db.writeFor(queue.tenant_id), queue, change))) throw queueEnded();
  return { ...queue, ...change, version: queue.version + 1 };
};

/** What the provider refuses to start may not be paid yet, which it doesn't tell otherwise. */
const isLeftOut = (queue: QueueRow, error: AppError): boolean =>
  queue.action === 'start' && error.key === 'PROVIDER_REJECTED';

/**
 * Takes the next steps of a queue, one after the other: the next one only once the one before is proven. Each is a step
 * of a run like any other, with its intent and its checks, so a crash at any point repeats nothing. A queue of an
 * organization that is to be deleted waits until it is restored.
 */
export const advanceQueue = async (
  context: SystemContext,
  hosting: HostingContext,
  begun: QueueRow,
  isOver: () => boolean,
): Promise<void> => {
  const { db, clock } = context;
  if (await isDeletionScheduled(db.read, begun.tenant_id)) return;
  let queue = begun;
  for (const { run_id, version, left_out } of queueItemsOf(queue)) {
    if (isOver()) return;
    if (left_out) continue;
    const run = await findRun(db.read, hosting.scope, run_id);
    const problem = (run && problemOf(run)?.reason) ?? null;
    const step = queueStep(queue.action, run && { state: run.state, version: run.version, problem }, version);
    if (!run || step === 'next') continue;
    if (step === 'wait') return;
    try {
      if (step !== 'act') throw new AppError('STATE_CONFLICT', { reason: step });
      const after = await act(context, hosting, queue, run);
      // Whether it has arrived shows later.
      if (queueStep(queue.action, { state: after.state, version: after.version, problem: null }, -1) !== 'next') return;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (!isLeftOut(queue, error)) return stop(context, queue, run, error);
      queue = await leaveOut(context, queue, run_id);
    }
  }
  await changeQueue(db.writeFor(queue.tenant_id), queue, { state: 'done', ended_at: clock.now() });
};
