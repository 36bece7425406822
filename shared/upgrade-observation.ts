import { instanceStatuses, type Sizes, sizeNames } from './hosting.ts';
import { type FlowRun, isOpen, isSettling, nextState, type OpenState, type RunEvent } from './upgrade-flow.ts';

/** What polling the provider proves about a run. Complements the table in shared/upgrade-flow.ts. Pure. */

/** How a server's sizes compare to a run: as before, as ordered, neither, or unknown. */
export type SizeVerdict = 'as_before' | 'as_wanted' | 'unexpected' | 'unknown';

/** Compares a server's current sizes with its former and its ordered ones. */
export const judgeSizes = ({ before, target }: Pick<FlowRun, 'before' | 'target'>, seen: Sizes): SizeVerdict => {
  const comparable = sizeNames.filter((name) => seen[name] !== null && before[name] !== null);
  if (target === null) {
    if (comparable.length === 0) return 'unknown';
    return comparable.every((name) => seen[name] === before[name]) ? 'as_before' : 'as_wanted';
  }
  const changing = sizeNames.filter((name) => target[name] !== null && target[name] !== before[name]);
  if (changing.length === 0 || changing.some((name) => seen[name] === null)) return 'unknown';
  const others = comparable.filter((name) => !changing.includes(name));
  if (others.some((name) => seen[name] !== before[name])) return 'unexpected';
  if (changing.every((name) => seen[name] === target[name])) return 'as_wanted';
  return changing.every((name) => seen[name] === before[name]) ? 'as_before' : 'unexpected';
};

/** What the provider shows when polled; absent if it gave no readable answer. */
export interface Observation {
  order?: 'pending' | 'none';
  server?: { status: string; billingCycle: string | null; sizes: Sizes };
}

/** What to fetch before judging a run in a given state. */
export const observedIn: Record<OpenState, { order: boolean; server: boolean }> = {
  choosing: { order: true, server: false },
  ordering: { order: true, server: false },
  awaiting_payment: { order: true, server: true },
  applying: { order: false, server: true },
  resizing: { order: false, server: true },
  resized: { order: false, server: true },
  confirming: { order: false, server: true },
  reverting: { order: false, server: true },
  changing: { order: false, server: true },
};

const sameWord = (one: string, other: string): boolean => one.toUpperCase() === other.toUpperCase();

const observeOrder = (run: FlowRun, order: Observation['order'], now: number): RunEvent | undefined => {
  if (order === 'pending') {
    const isNews = run.state !== 'awaiting_payment' || run.orderMissing;
    return isNews ? 'order_found' : undefined;
  }
  if (order !== 'none') return undefined;
  if (run.state === 'ordering') return isSettling(run, now) ? undefined : 'order_absent';
  return run.state === 'awaiting_payment' && !run.orderMissing ? 'order_missing' : undefined;
};

const observeServer = (
  run: FlowRun,
  { status, sizes }: NonNullable<Observation['server']>,
  now: number,
): RunEvent | undefined => {
  const settled = !isSettling(run, now);
  if (sameWord(status, instanceStatuses.resized)) {
    const isDecided = run.state === 'confirming' || run.state === 'reverting';
    if (isDecided) return settled ? 'decision_absent' : undefined;
    return 'server_resized';
  }
  if (!sameWord(status, instanceStatuses.active)) return 'server_busy';
  switch (judgeSizes(run, sizes)) {
    case 'as_wanted':
      // Right after a revert call, the provider may still show the server as it was before the call.
      return run.state === 'reverting' && !settled ? undefined : 'size_reached';
    case 'as_before':
      if (run.state === 'applying') return settled ? 'apply_absent' : undefined;
      return run.state === 'confirming' && !settled ? undefined : 'size_restored';
    case 'unknown':
      // Sizes that cannot be compared prove nothing. The provider's success answer plus a running server do.
      if (!run.accepted) return undefined;
      return run.state === 'confirming' ? 'size_reached' : run.state === 'reverting' ? 'size_restored' : undefined;
    case 'unexpected':
      return undefined;
  }
};

const observeChange = (run: FlowRun, server: NonNullable<Observation['server']>, now: number): RunEvent | undefined => {
  // The provider does not show the service level, so the answer to the call is the only evidence.
  if (run.wantedCycle === null || server.billingCycle === null) return run.accepted ? 'change_accepted' : undefined;
  if (sameWord(server.billingCycle, run.wantedCycle)) return 'change_accepted';
  return isSettling(run, now) ? undefined : 'change_absent';
};

/**
 * The event that an observation proves, or undefined if it proves nothing new. Evidence from the server outweighs
 * evidence from the order. Events that the state does not accept are left out.
 */
export const observe = (run: FlowRun, { order, server }: Observation, now: number): RunEvent | undefined => {
  if (!isOpen(run.state)) return undefined;
  const reads = observedIn[run.state];
  const seen =
    server && reads.server
      ? run.kind === 'upgrade'
        ? observeServer(run, server, now)
        : observeChange(run, server, now)
      : undefined;
  if (seen && nextState(run.state, seen)) return seen;
  const event = reads.order ? observeOrder(run, order, now) : undefined;
  return event && nextState(run.state, event) ? event : undefined;
};
