import { plans, type Run, yearlyServer } from '#e2e/support/hosting.ts';
import { contract } from '#shared/contract/index.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { advance, call, openRun, type Real, serviceId } from './upgrade-model.ts';

/** Orders of two servers with one review, in the model of upgrade-model.ts. */

const { hosting } = contract;

type Queue = OutputOf<typeof hosting.createUpgradeQueue>;

/** States of queues that were reached: a search that gets nowhere proves nothing. */
export const reachedQueues = new Set<Queue['state']>();

const newest = async (real: Real): Promise<Queue | undefined> => {
  const answer = await call(real, 0, hosting.listUpgradeQueues, { limit: 1 });
  const [queue] = answer?.queues ?? [];
  if (queue) reachedQueues.add(queue.state);
  return queue;
};

/** Notes the state of the newest queue. */
export const noteQueue = (real: Real): Promise<unknown> => newest(real);

/** The queue that isn't over. */
const openQueue = async (real: Real): Promise<Queue | undefined> => {
  const queue = await newest(real);
  return queue?.state === 'running' || queue?.state === 'stopped' ? queue : undefined;
};

/** A run of a server with a plan that can be ordered. */
const reviewed = async (real: Real, by: 0 | 1, serviceid: string): Promise<Run | undefined> => {
  const runs = await call(real, by, hosting.listUpgradeRuns, { serviceid, limit: 1 });
  const open =
    runs?.runs.find(({ is_open }) => is_open) ?? (await call(real, by, hosting.startUpgradeRun, { serviceid }));
  if (open?.state !== 'choosing') return undefined;
  const rid = serviceid === serviceId ? plans.larger : plans.largest;
  return open.plan ? open : call(real, by, hosting.chooseUpgradePlan, { run_id: open.run_id, rid });
};

const versionsOf = (runs: readonly (Run | undefined)[]) =>
  runs.flatMap((run) => (run?.state === 'choosing' ? [{ run_id: run.run_id, version: run.version }] : []));

/** Reviews two servers, and has them ordered one after the other. */
export const queueBoth = async (real: Real, by: 0 | 1): Promise<void> => {
  const runs = versionsOf([await reviewed(real, by, serviceId), await reviewed(real, by, yearlyServer)]);
  if (runs.length === 0) return;
  const created = await call(real, by, hosting.createUpgradeQueue, { runs });
  if (created) reachedQueues.add(created.state);
};

/** Continues with what is left, as it is now. */
export const resumeQueue = async (real: Real, by: 0 | 1): Promise<void> => {
  const queue = await openQueue(real);
  const runs = versionsOf(queue?.runs ?? []);
  if (queue && runs.length > 0) await call(real, by, hosting.resumeUpgradeQueue, { queue_id: queue.queue_id, runs });
};

export const cancelQueue = async (real: Real, by: 0 | 1): Promise<void> => {
  const queue = await openQueue(real);
  if (queue) await call(real, by, hosting.cancelUpgradeQueue, { queue_id: queue.queue_id });
};

/** Whether an owner can end the open queue, if there is one. */
export const endQueue = async (real: Real): Promise<boolean> => {
  await cancelQueue(real, 0);
  await advance(real);
  if ((await openRun(real))?.state === 'ordering') await advance(real);
  return (await openQueue(real)) === undefined;
};
