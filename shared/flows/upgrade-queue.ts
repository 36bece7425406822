import type { RunAction } from './upgrade-actions.ts';
import { isOpen, type OpenState, type RunState } from './upgrade-flow.ts';

/** Upgrades of several servers with one review, of which each step is taken one after the other. DECISION 0201, 0280. Pure. */

/** `running`: its steps are taken. `stopped`: one needs a person. The others are final. */
export const queueStates = ['running', 'stopped', 'done', 'cancelled'] as const;
export type QueueState = (typeof queueStates)[number];

/** Runs in one queue. */
export const maxQueueLength = 50;

/** Why a queue stops, besides errors of its calls. */
export type QueueStop = 'run_changed' | 'order_unclear';

/** What a queue does for each of its runs: places its order, starts what is paid, or confirms what was upgraded. */
export const queueActions = ['order', 'start', 'confirm'] as const;
export type QueueAction = (typeof queueActions)[number];

/** The state in which an action is taken, and the one in which its call was sent but nothing is proven yet. */
const statesOf: Record<QueueAction, { before: OpenState; sent: OpenState }> = {
  order: { before: 'choosing', sent: 'ordering' },
  start: { before: 'awaiting_payment', sent: 'applying' },
  confirm: { before: 'resized', sent: 'confirming' },
};

/** What a run must allow for an action. */
export const runActionOf = { order: 'order', start: 'apply', confirm: 'confirm' } as const satisfies Record<
  QueueAction,
  RunAction
>;

/** How it is seen whether a server works before it is confirmed: a connection, or a page that answers. */
export const healthChecks = ['tcp', 'http'] as const;
export type HealthCheck = (typeof healthChecks)[number];

/** What a queue does about one of its runs. */
export type QueueStep = 'act' | 'wait' | 'next' | QueueStop;

/** The next step for a run. What was reviewed is known by the version: nothing is done for a run that has changed. */
export const queueStep = (
  action: QueueAction,
  run: { state: RunState; version: number; problem: string | null } | undefined,
  reviewed: number,
): QueueStep => {
  // Cancelled, or gone with its data.
  if (!run || !isOpen(run.state)) return 'next';
  const { before, sent } = statesOf[action];
  if (run.state === before) return run.version === reviewed ? 'act' : 'run_changed';
  if (run.state !== sent) return 'next';
  return run.problem === 'order_unclear' ? 'order_unclear' : 'wait';
};
