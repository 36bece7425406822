import { runTimesMs, type Sizes } from '#shared/flows/hosting.ts';
import type { FlowRun, RunState } from '#shared/flows/upgrade-flow.ts';

export const before: Sizes = { cpu: 1, ram_mb: 2_048, disk_gb: 50, bandwidth_gb: 2_048 };
export const target: Sizes = { cpu: 2, ram_mb: 4_096, disk_gb: 75, bandwidth_gb: 2_048 };

/** When the tests take place, and when calls were made that can no longer, or can still, arrive. */
export const now = 1_000_000_000;
export const longAgo = now - runTimesMs.settle;
export const justNow = now - runTimesMs.settle + 1;

/** A run whose last call may no longer arrive, with nothing unclear. */
export const run = (state: RunState, given: Partial<FlowRun> = {}): FlowRun => ({
  kind: state === 'changing' ? 'billing_cycle' : 'upgrade',
  changes: 'order',
  state,
  hasPlan: true,
  before,
  target,
  wantedCycle: state === 'changing' ? 'annually' : null,
  intendedAt: longAgo,
  accepted: false,
  orderMissing: false,
  isPastDeadline: false,
  hasWindow: false,
  applied: false,
  problem: null,
  suspicion: null,
  ...given,
});
