import { runTimesMs } from './hosting.ts';

/**
 * A change of plan without an order: the server is shut down, changed, and turned on again. DECISION 0203. Pure: what
 * the provider shows and what was sent comes in, the next step goes out.
 */

export const changeSteps = ['shut_down', 'power_off', 'change_plan', 'power_on'] as const;
export type ChangeStep = (typeof changeSteps)[number];

/** What was sent so far. Stored before anything is sent. */
export interface ChangeProgress {
  /** The plan before, as the provider numbers plans. */
  from: number;
  /** The newest task of the server before the first step. Later ones belong to this change. Null if there was none. */
  after: string | null;
  /** The last step, and when it was intended, by the steady clock. Null before the first one. */
  sent: { step: ChangeStep; at: number } | null;
  /** Whether `change_plan` was sent. It is never sent again unless the provider certainly refused it. */
  changed: boolean;
  /** How often the provider refused `change_plan`. */
  tries: number;
  /** Why the provider refuses `change_plan` permanently: its message, or an empty text. Null if it doesn't. */
  refused: string | null;
  /** The task that the provider named when it accepted a request about the power. Null if it named none. */
  task: string | null;
}

/** What the provider shows. */
export interface SeenChange {
  /** The plan that the server has. */
  rid: number;
  power: 'on' | 'off' | 'moving';
  /** The provider lists a task since `after` that asked the server to shut down. */
  wasAsked: boolean;
  /** A task of the server is running, or it is locked. */
  isBusy: boolean;
  /** The newest task since `after` that changes the plan. */
  change: 'none' | 'running' | 'done' | 'failed';
  /** Why it failed. */
  message: string | null;
}

/** After that many refusals, even if it is only busy, the server is turned on again as it was. */
export const maxChangeTries = 5;

/** Whether the last step may still arrive, or take effect. */
const isRecent = ({ sent }: ChangeProgress, now: number): boolean => sent !== null && now < sent.at + runTimesMs.settle;

/** Whether the plan has changed, or certainly won't be changed by this run any more. */
export const isChangeOver = (progress: ChangeProgress, seen: SeenChange, now: number): boolean => {
  // Whoever gave the server another plan meanwhile decides.
  if (seen.rid !== progress.from) return true;
  if (seen.change === 'failed' || progress.refused !== null) return true;
  // Sent, but the provider neither lists it nor has made it, long after it could have arrived.
  const wasLost = progress.changed && seen.change === 'none';
  return wasLost && (progress.sent?.step === 'power_on' || !isRecent(progress, now));
};

/** The step to send now; undefined to wait, and when there is nothing left to do. */
export const nextChangeStep = (progress: ChangeProgress, seen: SeenChange, now: number): ChangeStep | undefined => {
  if (seen.isBusy || seen.change === 'running' || seen.power === 'moving') return undefined;
  const last = progress.sent?.step;
  if (isChangeOver(progress, seen, now)) {
    if (seen.power === 'on') return undefined;
    return last === 'power_on' && isRecent(progress, now) ? undefined : 'power_on';
  }
  if (progress.changed) return undefined;
  if (seen.power === 'off') return 'change_plan';
  if (last === undefined) return 'shut_down';
  if (isRecent(progress, now)) return undefined;
  // A server that ignores the request is turned off as with its switch. One that never got it is asked again.
  return last === 'shut_down' && !seen.wasAsked ? 'shut_down' : 'power_off';
};

/** The progress once a step is intended. */
export const withStep = (progress: ChangeProgress, step: ChangeStep, at: number): ChangeProgress => ({
  ...progress,
  sent: { step, at },
  changed: progress.changed || step === 'change_plan',
});

/** The progress after the provider certainly refused `change_plan`. `passes`: it may accept it later. */
export const withRefusal = (
  progress: ChangeProgress,
  { passes, message }: { passes: boolean; message: string | null },
): ChangeProgress => ({
  ...progress,
  changed: false,
  tries: progress.tries + 1,
  ...((!passes || progress.tries + 1 >= maxChangeTries) && { refused: message ?? '' }),
});
