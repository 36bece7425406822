import { isOpen, type RunState } from './upgrade-flow.ts';

/** Upgrades of several servers with one review, whose orders are placed one after the other. DECISION 0201. Pure. */

/** `running`: orders are placed. `stopped`: one needs a person. The others are final. */
export const queueStates = ['running', 'stopped', 'done', 'cancelled'] as const;
export type QueueState = (typeof queueStates)[number];

/** Orders in one queue. */
export const maxQueueLength = 50;

/** Why a queue stops, besides errors of an order. */
export type QueueStop = 'run_changed' | 'order_unclear';

/** What a queue does about one of its runs. */
export type QueueStep = 'order' | 'wait' | 'next' | QueueStop;

/** The next step for a run. What was reviewed is known by the version: a run that has changed is not ordered. */
export const queueStep = (
  run: { state: RunState; version: number; problem: string | null } | undefined,
  reviewed: number,
): QueueStep => {
  // Cancelled, or gone with its data.
  if (!run || !isOpen(run.state)) return 'next';
  if (run.state === 'choosing') return run.version === reviewed ? 'order' : 'run_changed';
  if (run.state !== 'ordering') return 'next';
  return run.problem === 'order_unclear' ? 'order_unclear' : 'wait';
};
