import { minute } from '../rules/limits.ts';
import { runTimesMs } from './hosting.ts';
import type { ChangeProgress } from './immediate-change.ts';

/**
 * Turning a server on or off, or restarting it, where the provider can. DECISION 0287. Pure: what the provider shows comes
 * in, what that proves goes out.
 */

/** `shut_down` and `reboot` ask the server's system, which may ignore it; `off` and `reset` don't. */
export const powerActions = ['on', 'shut_down', 'off', 'reboot', 'reset'] as const;
export type PowerAction = (typeof powerActions)[number];

/** Whether the server runs afterward. */
const endsOn = (action: PowerAction): boolean => action !== 'off' && action !== 'shut_down';

/** Whether the server has to be off before. Any other action needs one that runs. */
export const needsOff = (action: PowerAction): boolean => action === 'on';

/** What the provider shows. */
export interface SeenPower {
  power: 'on' | 'off' | 'moving';
  /** A task of the server is running, or it is locked. */
  isBusy: boolean;
  /** What became of the request: the task that the provider named, or else the newest one of its kind since. */
  task: 'none' | 'running' | 'done' | 'failed';
  /** Why it failed. */
  message: string | null;
}

/** What a look proves, or suggests: then another one has to agree. */
export interface PowerOutcome {
  result: 'reached' | 'absent' | 'not_obeyed';
  isCertain: boolean;
}

/** A system may take this long to shut down. */
const obeyMs = 5 * minute;

/** What a look says about a request that was intended that long ago; undefined to wait. */
export const powerOutcome = (action: PowerAction, seen: SeenPower, sinceMs: number): PowerOutcome | undefined => {
  if (seen.task === 'failed') return { result: 'absent', isCertain: true };
  if (seen.isBusy || seen.task === 'running' || seen.power === 'moving') return undefined;
  const isWanted = (seen.power === 'on') === endsOn(action);
  if (seen.task === 'done') {
    if (isWanted) return { result: 'reached', isCertain: true };
    return sinceMs < obeyMs ? undefined : { result: 'not_obeyed', isCertain: true };
  }
  // Without a task, only the server itself could show it; a restart leaves no trace there.
  const isShown = isWanted && action !== 'reboot' && action !== 'reset';
  if (isShown) return { result: 'reached', isCertain: false };
  return sinceMs < runTimesMs.settle ? undefined : { result: 'absent', isCertain: false };
};

/** What is stored before a request is sent. `from`: the server's plan; `after`: its newest task. */
export const newPowerProgress = (from: number, after: string | null): ChangeProgress => ({
  from,
  after,
  sent: null,
  changed: false,
  tries: 0,
  refused: null,
  task: null,
});
