import { runTimesMs } from '#shared/flows/hosting.ts';
import type { RunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { windowOf } from '../../../storage/store/stored-columns.ts';
import { windowTimes } from './window-times.ts';

/** Whether the service itself acts on a run soon: in its window, or at its deadline. */
const isAboutToAct = (run: RunRow, now: number): boolean => {
  const window = windowOf(run);
  const deadline = run.state === 'resized' && run.default_chosen === 1 ? run.decide_at : null;
  const at = window ? windowTimes(window, now).start : deadline;
  return at !== null && at <= now + runTimesMs.poll + runTimesMs.pollJitter;
};

/** How long after a poll of a run the next one is due, in milliseconds. It follows what the run waits for. */
export const pollIntervalOf = (run: RunRow, now: number): number => {
  if (run.change_progress !== null) return runTimesMs.pollChange;
  // Another look has to agree with the last one.
  if (run.suspicion !== null || isAboutToAct(run, now)) return runTimesMs.poll;
  if (run.state === 'awaiting_payment') return runTimesMs.pollInvoice;
  return run.state === 'resized' ? runTimesMs.pollDecision : runTimesMs.poll;
};
