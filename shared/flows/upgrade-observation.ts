import { upperAscii } from '../text-input/ascii-case.ts';
import { isSameSize, runTimesMs, type Sizes, serverStatuses, sizeNames } from './hosting.ts';
import type { PowerOutcome } from './power.ts';
import {
  type FlowRun,
  isOpen,
  isSettling,
  nextState,
  type OpenState,
  type PollProblem,
  type RunEvent,
  transitionOf,
} from './upgrade-flow.ts';

/** What polling the provider proves about a run. Complements the table in shared/flows/upgrade-flow.ts. Pure. */

/** How a server's sizes compare to a run: as before, as ordered, neither, or unknown. */
export type SizeVerdict = 'as_before' | 'as_wanted' | 'unexpected' | 'unknown';

const distance = (one: number | null, other: number | null): number => Math.abs((one ?? 0) - (other ?? 0));

/** Compares a server's current sizes with its former and its ordered ones. */
export const compareSizes = ({ before, target }: Pick<FlowRun, 'before' | 'target'>, seen: Sizes): SizeVerdict => {
  const comparable = sizeNames.filter((name) => seen[name] !== null && before[name] !== null);
  if (target === null) {
    if (comparable.length === 0) return 'unknown';
    return comparable.every((name) => isSameSize(name, seen[name], before[name])) ? 'as_before' : 'as_wanted';
  }
  const changing = sizeNames.filter((name) => target[name] !== null && target[name] !== before[name]);
  if (changing.length === 0 || changing.some((name) => seen[name] === null)) return 'unknown';
  const others = comparable.filter((name) => !changing.includes(name));
  if (others.some((name) => !isSameSize(name, seen[name], before[name]))) return 'unexpected';
  // A change may be smaller than the tolerance: what is nearer to the old size has not changed.
  const isChanged = (name: keyof Sizes): boolean =>
    distance(seen[name], target[name]) < distance(seen[name], before[name]);
  if (changing.every((name) => isSameSize(name, seen[name], target[name]) && isChanged(name))) return 'as_wanted';
  return changing.every((name) => isSameSize(name, seen[name], before[name]) && !isChanged(name))
    ? 'as_before'
    : 'unexpected';
};

/** Whether an order that will bring these sizes can be for a plan. What the server doesn't tell contradicts nothing. */
export const isForPlan = (pending: Sizes, plan: Sizes): boolean =>
  sizeNames.every(
    (name) => pending[name] === null || plan[name] === null || isSameSize(name, pending[name], plan[name]),
  );

/** What the provider shows when polled; absent if it gave no readable answer. */
export interface Observation {
  /** `unclear`: the provider answers, but not in words that we know. */
  order?: 'pending' | 'none' | 'unclear';
  /** The pending order is not the one that the run knows, or its invoice has changed. */
  orderChanged?: boolean;
  server?: {
    status: string;
    billingCycle: string | null;
    sizes: Sizes;
    /** The server shows sizes that an order will bring. */
    hasPendingSizes: boolean;
  };
  /** Of a change without an order. */
  change?: {
    /** The plan that the server has. */
    plan: 'before' | 'wanted' | 'other';
    /** The provider has begun to change the plan, or has done so. */
    isBegun: boolean;
    /** The plan will not be changed any more, see isChangeOver in shared/flows/immediate-change.ts. */
    isOver: boolean;
    /** The server runs, and nothing is being done to it. */
    isAtRest: boolean;
  };
  /** Of a request about the power; absent as long as nothing shows what became of it. */
  power?: PowerOutcome;
}

/** What to fetch before judging a run in a given state. */
export const observedIn: Record<OpenState, { order: boolean; server: boolean }> = {
  choosing: { order: true, server: true },
  ordering: { order: true, server: true },
  awaiting_payment: { order: true, server: true },
  applying: { order: false, server: true },
  resizing: { order: false, server: true },
  resized: { order: false, server: true },
  confirming: { order: false, server: true },
  reverting: { order: false, server: true },
  // Seed 001 doesn't say whether a change of cycle or level makes an order. If the provider shows one, it has an invoice.
  changing: { order: true, server: true },
};

const sameWord = (one: string, other: string): boolean => upperAscii(one) === upperAscii(other);

const observeOrder = (run: FlowRun, { order, orderChanged, server }: Observation): RunEvent | undefined => {
  if (order === 'pending') {
    const isUnrecorded = run.state !== 'awaiting_payment' || run.orderMissing || orderChanged === true;
    return isUnrecorded ? 'order_found' : undefined;
  }
  if (run.state === 'ordering' && (run.accepted || server?.hasPendingSizes === true)) {
    return order === undefined ? undefined : 'order_accepted';
  }
  return order === 'none' && run.state === 'awaiting_payment' && !run.orderMissing ? 'order_missing' : undefined;
};

/** What the server's sizes suggest once it runs again. */
const observeSizes = (run: FlowRun, sizes: Sizes, now: number): RunEvent | undefined => {
  const settled = !isSettling(run, now);
  const isDecided = run.state === 'confirming' || run.state === 'reverting';
  switch (compareSizes(run, sizes)) {
    case 'as_wanted':
      // An accepted revert outweighs a server that still looks upgraded.
      return run.state === 'reverting' && (run.accepted || !settled) ? undefined : 'size_reached';
    case 'as_before':
      if (run.state === 'applying' || run.state === 'resizing') return settled ? 'apply_absent' : undefined;
      return run.state === 'confirming' && (run.accepted || !settled) ? undefined : 'size_restored';
    case 'unknown':
      // Sizes that cannot be compared prove nothing. The provider's success answer plus a running server do.
      if (!run.accepted || !isDecided) return undefined;
      return run.state === 'confirming' ? 'size_reached' : 'size_restored';
    case 'unexpected':
      // The provider confirmed something, and the server runs: that it is not what was quoted is a problem of its own.
      return run.accepted && run.state === 'confirming' ? 'size_reached' : undefined;
  }
};

const observeServer = (
  run: FlowRun,
  { status, sizes }: NonNullable<Observation['server']>,
  now: number,
): RunEvent | undefined => {
  if (sameWord(status, serverStatuses.resized)) {
    const isDecided = run.state === 'confirming' || run.state === 'reverting';
    if (isDecided) return isSettling(run, now) || run.accepted ? undefined : 'decision_absent';
    return 'server_resized';
  }
  // Any other status is a fact about the server, not about the run.
  if (!sameWord(status, serverStatuses.active)) return undefined;
  return observeSizes(run, sizes, now);
};

const observeChange = (run: FlowRun, server: NonNullable<Observation['server']>, now: number): RunEvent | undefined => {
  // The provider does not show the service level, so the answer to the call is the only evidence.
  if (run.wantedCycle === null || server.billingCycle === null) return run.accepted ? 'change_accepted' : undefined;
  if (sameWord(server.billingCycle, run.wantedCycle)) return 'change_accepted';
  // A provider may change the cycle at the next renewal.
  return isSettling(run, now) || run.accepted ? undefined : 'change_absent';
};

/** A change without an order is proven by the server's plan, once the server runs again. */
const observeImmediate = ({ state }: FlowRun, { change }: Observation): RunEvent | undefined => {
  if (!change) return undefined;
  const event = !change.isAtRest
    ? undefined
    : change.plan === 'wanted'
      ? 'size_reached'
      : change.isOver && change.plan === 'before'
        ? 'apply_absent'
        : undefined;
  if (event) return event;
  return state === 'applying' && (change.isBegun || change.plan === 'wanted') ? 'apply_accepted' : undefined;
};

const suggested = (run: FlowRun, observation: Observation, now: number): RunEvent | undefined => {
  if (!isOpen(run.state)) return undefined;
  if (run.kind === 'upgrade' && run.changes === 'immediate') {
    const event = observeImmediate(run, observation);
    return event && nextState(run.state, event, run.changes) ? event : undefined;
  }
  if (run.kind === 'power') {
    const { power } = observation;
    if (!power || run.state !== 'changing') return undefined;
    return power.result === 'reached' ? 'change_accepted' : 'change_absent';
  }
  const { server } = observation;
  const reads = observedIn[run.state];
  const seen =
    server && reads.server
      ? run.kind === 'upgrade'
        ? observeServer(run, server, now)
        : observeChange(run, server, now)
      : undefined;
  if (seen && nextState(run.state, seen)) return seen;
  const event = reads.order ? observeOrder(run, observation) : undefined;
  return event && nextState(run.state, event) ? event : undefined;
};

/** Events that the success of the call leads to: one look that agrees with it suffices. */
const expected: Partial<Record<OpenState, RunEvent>> = {
  resizing: 'size_reached',
  confirming: 'size_reached',
  reverting: 'size_restored',
  changing: 'change_accepted',
};

/** What an observation means for a run. */
export interface Verdict {
  /** Proven: the run moves. */
  event?: RunEvent;
  /** Suggested, but not proven yet: another observation has to agree. */
  suspicion?: NonNullable<FlowRun['suspicion']>;
}

/**
 * What an observation proves. Evidence from the server outweighs evidence from the order. Events that the state does
 * not accept are left out.
 */
export const observe = (run: FlowRun, observation: Observation, now: number): Verdict => {
  const event = suggested(run, observation, now);
  if (event === undefined) return {};
  const isCertain =
    transitionOf(run.state, event, run.changes)?.by !== 'agreement' ||
    observation.power?.isCertain === true ||
    // Without an order, only the server itself tells what was done: always look twice.
    (run.changes === 'order' && run.accepted && isOpen(run.state) && expected[run.state] === event);
  if (isCertain) return { event };
  const since = run.suspicion?.event === event ? run.suspicion.at : now;
  return now - since >= runTimesMs.agree ? { event } : { suspicion: { event, at: since } };
};

const stuckImmediate = (
  { state, intendedAt }: FlowRun,
  change: Observation['change'],
  now: number,
): PollProblem | undefined => {
  if (state !== 'applying' && state !== 'resizing') return undefined;
  if (change?.plan === 'other') return 'unexpected_sizes';
  return intendedAt !== null && now >= intendedAt + runTimesMs.slow ? 'slow' : undefined;
};

/** Why a run makes no progress although the provider answers; undefined if it does, or if that is not clear yet. */
export const stuckReason = (run: FlowRun, { server, change }: Observation, now: number): PollProblem | undefined => {
  const { state, intendedAt, accepted } = run;
  if (isSettling(run, now)) return undefined;
  if (run.changes === 'immediate' && run.kind === 'upgrade') return stuckImmediate(run, change, now);
  if (run.kind === 'power') return intendedAt !== null && now >= intendedAt + runTimesMs.slow ? 'slow' : undefined;
  if (state === 'ordering') return 'order_unclear';
  // The provider shows no service level, so only its answer to the call could tell.
  if (state === 'changing' && run.wantedCycle === null && !accepted) return 'change_unclear';
  if (!server) return undefined;
  const isActive = sameWord(server.status, serverStatuses.active);
  if (state === 'changing') return accepted ? 'not_shown' : undefined;
  if (run.kind === 'upgrade' && isActive && compareSizes(run, server.sizes) === 'unexpected') return 'unexpected_sizes';
  if (state === 'resized')
    return isActive && compareSizes(run, server.sizes) === 'unknown' ? 'decided_elsewhere' : undefined;
  if (state === 'confirming' || state === 'reverting') return accepted ? 'not_shown' : undefined;
  if (state !== 'applying' && state !== 'resizing') return undefined;
  if (/error|fail/i.test(server.status)) return 'server_error';
  return intendedAt !== null && now >= intendedAt + runTimesMs.slow ? 'slow' : undefined;
};
