import { minute, second } from '#shared/rules/limits.ts';
import type { Clock } from '../platform/clock.ts';
import { SendError } from './send-error.ts';

/**
 * What requests to a provider are for, most urgent first. `click`: someone waits for the answer. `step`: a change is due.
 * `order`: orders of a queue, and what a click left to do after its answer.
 */
export const priorities = ['click', 'step', 'order', 'poll', 'price'] as const;
export type Priority = (typeof priorities)[number];

/** What requests are made for. It may become less urgent while they wait. */
export interface Errand {
  priority: Priority;
}

export interface TurnOptions {
  clock: Clock;
  /** Resolves after this many milliseconds. */
  delay: (milliseconds: number) => Promise<void>;
  /** Milliseconds between two requests, on average. Defaults to 500. */
  intervalMs?: number | undefined;
  /** Reserves the next start together with other instances, instead of in this process alone. */
  reserveStart?: ((now: number, intervalMs: number) => Promise<number>) | undefined;
}

/** Requests of one priority that wait. */
export interface WaitingRequests {
  count: number;
  /** When the oldest of them began to wait. Undefined if there is none. */
  since: number | undefined;
}

/** Decides which request to an account is sent next, and when. */
export interface AccountTurns {
  /** Resolves once a request may be sent. @throws SendError if none may be for a while; nothing was sent */
  take(errand: Errand): Promise<void>;
  /** Lets nothing through until an instant, because the provider asks for that. */
  pause(until: number): void;
  waiting(priority: Priority): WaitingRequests;
}

/** DECISION 0275: seed 001 §8 shows no rate limits; two requests per second are polite. */
const politeIntervalMs = 500;
/** So far ahead of that rate may a click be, until the others have made up for it. */
const aheadMs = 4 * second;
/** Of so many turns, the last one is for whoever has waited longest. */
const turnsInARow = 4;
/** Requests wait for a pause that is no longer than this. */
const shortPauseMs = 10 * second;
/** A provider's limit is renewed within an hour. Never trust a clock that says more. */
const maxPauseMs = 60 * minute;
/** Nor one that puts the next turn further into the future than this. */
const farMs = 60 * second;

interface Waiting {
  readonly errand: Errand;
  readonly since: number;
  readonly begin: () => void;
  readonly refuse: (error: SendError) => void;
}

const isClick = ({ errand }: Waiting): boolean => errand.priority === 'click';

/** The most urgent request: among clicks the newest, whose page someone still looks at, otherwise the oldest. */
const mostUrgent = (waiting: readonly Waiting[]): Waiting | undefined => {
  const newest = waiting.findLast(isClick);
  if (newest) return newest;
  const ranks = waiting.map(({ errand }) => priorities.indexOf(errand.priority));
  return waiting[ranks.indexOf(Math.min(...ranks))];
};

/** The turns of one account. Requests that wait are never the provider's fault, so they have no time-out. */
export const createAccountTurns = ({
  clock,
  delay,
  intervalMs = politeIntervalMs,
  reserveStart,
}: TurnOptions): AccountTurns => {
  const waiting: Waiting[] = [];
  let isAtWork = false;
  /** The start of the next turn, once it is known. */
  let reserved: number | undefined;
  let nextStart = 0;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  /** How often in a row the oldest request was passed over. */
  let passedOver = 0;
  let wake = (): void => {};

  const reserveHere = (now: number): number => {
    // Don't let a clock that was set back hold up requests.
    const start = nextStart - now > farMs ? now : Math.max(now, nextStart);
    nextStart = start + intervalMs;
    return start;
  };
  const reserve = (): Promise<number> =>
    reserveStart ? reserveStart(clock.now(), intervalMs) : Promise.resolve(reserveHere(clock.now()));

  const pauseLeft = (): number => {
    const left = pausedUntil - clock.now();
    return left > maxPauseMs ? 0 : Math.max(0, left);
  };

  const next = (): Waiting | undefined => (passedOver >= turnsInARow - 1 ? waiting[0] : mostUrgent(waiting));

  const remove = (entry: Waiting): void => {
    passedOver = entry === waiting[0] ? 0 : passedOver + 1;
    waiting.splice(waiting.indexOf(entry), 1);
  };

  /** Waits for the next turn. False if something more urgent came meanwhile. */
  const isDue = async (start: number): Promise<boolean> => {
    const due = waiting.some(isClick) ? start - aheadMs : start;
    const left = Math.max(due - clock.now(), pauseLeft());
    if (left <= 0) return true;
    const woken = new Promise<false>((resolve) => {
      wake = () => resolve(false);
    });
    return Promise.race([delay(left).then(() => true), woken]);
  };

  const turn = async (): Promise<void> => {
    if (pauseLeft() > shortPauseMs) {
      for (const { refuse } of waiting.splice(0)) refuse(new SendError('rate_limited', false));
      return;
    }
    try {
      reserved ??= await reserve();
    } catch {
      const entry = next();
      if (!entry) return;
      remove(entry);
      entry.refuse(new SendError('network', false, 'BUSY'));
      return;
    }
    if (!(await isDue(reserved))) return;
    const entry = next();
    if (!entry) return;
    reserved = undefined;
    remove(entry);
    entry.begin();
  };

  const work = async (): Promise<void> => {
    if (isAtWork) return;
    isAtWork = true;
    while (waiting.length > 0) await turn();
    isAtWork = false;
  };

  return {
    take: (errand) =>
      new Promise((begin, refuse) => {
        waiting.push({ errand, since: clock.now(), begin, refuse });
        if (errand.priority === 'click') wake();
        void work();
      }),
    pause(until) {
      pausedUntil = Math.min(until, clock.now() + maxPauseMs);
      wake();
    },
    waiting(priority) {
      const own = waiting.filter(({ errand }) => errand.priority === priority);
      return { count: own.length, since: own[0]?.since };
    },
  };
};
