import { minute, second } from '#shared/rules/limits.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Page, PageEvents, PageFault } from './page.ts';

/** What the person sees of a view. */
export type PageState<Problem> =
  | { readonly kind: 'loading' | 'open' | 'hung' }
  /** A page of the app says why. Another attempt follows by itself, unless that could never do better. */
  | { readonly kind: 'failed'; readonly problem: Problem };

export interface PageLifeParts<P extends Page, Problem> {
  make: (events: PageEvents) => P;
  /** The first page of the console. */
  address: string;
  isConsole: (address: string) => boolean;
  /** Why the console can't be shown, or undefined if it can. */
  check: () => Promise<Problem | undefined>;
  problemOfError: (error: string) => Problem;
  problemOfFault: (fault: PageFault) => Problem;
  /** The address of the app's page that tells a problem. */
  problemPage: (problem: Problem) => string;
  /** Whether no attempt that follows by itself can do better. */
  isFinal?: (problem: Problem) => boolean;
  /** How long a console may take to load, in milliseconds. Undefined for as long as it wants. */
  loadLimitMs: number | undefined;
  /** Milliseconds since the epoch. */
  now: () => number;
  log: Logger;
}

/** DECISION 0279: the one owner of a view's page. Whatever the page does, the view has one, and its state is known. */
export interface PageLife<P extends Page, Problem> {
  page(): P;
  state(): PageState<Problem>;
  /** Loads the console at its first page or another one, or a page that says why it can't be shown. */
  connect(address?: string): void;
  /** Tries again now if the console isn't shown: the person chooses it, or the network is back. Notices if it hangs. */
  wake(): void;
  /** Loads the page again, also if it hangs. */
  reload(): void;
  /** Ends the page for good. */
  end(): void;
  /** Calls the listener after each change of the state or the page. */
  onChange(listener: () => void): void;
}

/** How long after a failure the next attempt follows: the last one repeats. */
export const retryDelaysMs = [15 * second, 30 * second, minute, 2 * minute, 5 * minute] as const;
/** A console that was shown for this long is healthy: its next failure starts over with the first delay. */
export const healthyMs = minute;
/** A reload that shows nothing after this time may be that of a page that hangs. */
export const reloadPatienceMs = 5 * second;
/** How often a page that hangs is asked whether it responds again. */
export const probeEveryMs = 5 * second;

export const createPageLife = <P extends Page, Problem>(parts: PageLifeParts<P, Problem>): PageLife<P, Problem> => {
  const { isConsole, now, log } = parts;
  const listeners: (() => void)[] = [];
  let state: PageState<Problem> = { kind: 'loading' };
  let page: P;
  let hasEnded = false;
  let isConnecting = false;
  /** Whether another attempt was asked for during one, whose answer may be older than the reason to ask. */
  let isAskedAgain = false;
  /** The page of the console to load, until one is shown. */
  let wanted = parts.address;
  /** The problem that the app's page tells. */
  let toldProblem: string | undefined;
  /** Whether the page that tells it is there. */
  let isTelling = false;
  /** The app's own pages about problems of this console. */
  const problemPages = new Set<string>();
  /** Whether the page's document is one of the console. */
  let hasConsole = false;
  let navigations = 0;
  let failures = 0;
  let openedAt: number | undefined;
  let retry: NodeJS.Timeout | undefined;
  /** For what a page has to have done by then. */
  let deadline: NodeJS.Timeout | undefined;

  const become = (next: PageState<Problem>): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  /** A failure also arrives as an event. */
  const begun = (loading: Promise<void>): void =>
    void loading.catch((error: unknown) => log.debug({ err: error }, 'page not loaded'));
  const load = (target: string): void => begun(page.load(target));
  const expectWithin = (ms: number, act: () => void): void => {
    clearTimeout(deadline);
    deadline = setTimeout(act, ms);
    deadline.unref();
  };
  const scheduleRetry = (): void => {
    const shownMs = openedAt === undefined ? 0 : now() - openedAt;
    // Nobody knows for how long if the clock was set back.
    if (shownMs >= healthyMs || shownMs < 0) failures = 0;
    openedAt = undefined;
    retry = setTimeout(connect, retryDelaysMs[Math.min(failures, retryDelaysMs.length - 1)]);
    retry.unref();
    failures += 1;
  };
  const fail = (problem: Problem): void => {
    if (hasEnded) return;
    clearTimeout(deadline);
    hasConsole = false;
    clearTimeout(retry);
    if (!parts.isFinal?.(problem)) scheduleRetry();
    const text = JSON.stringify(problem);
    const isTold = text === toldProblem;
    toldProblem = text;
    become({ kind: 'failed', problem });
    if (isTold) return;
    isTelling = false;
    log.warn({ problem }, 'console not shown');
    const problemPage = parts.problemPage(problem);
    problemPages.add(problemPage);
    load(problemPage);
  };
  const fault = (kind: PageFault): void => {
    toldProblem = undefined;
    fail(parts.problemOfFault(kind));
  };
  /** @param spentMs how long it has been loading */
  const limitLoading = (spentMs = 0): void => {
    const { loadLimitMs } = parts;
    if (loadLimitMs !== undefined)
      expectWithin(loadLimitMs - spentMs, () => fail(parts.problemOfError('ERR_TIMED_OUT')));
  };
  const attempt = async (): Promise<void> => {
    const problem = await parts.check();
    if (hasEnded) return;
    if (problem !== undefined) return fail(problem);
    clearTimeout(retry);
    toldProblem = undefined;
    become({ kind: 'loading' });
    load(wanted);
    limitLoading();
  };
  const connect = (): void => {
    if (hasEnded) return;
    isAskedAgain = isConnecting;
    if (isConnecting) return;
    isConnecting = true;
    attempt()
      .catch((error: unknown) => log.error({ err: error }, 'failed to connect to a console'))
      .finally(() => {
        isConnecting = false;
        if (isAskedAgain && state.kind === 'failed') connect();
      });
  };
  /** Someone asks for it, and sees an answer even if nothing has changed. */
  const tryAgain = (): void => {
    toldProblem = undefined;
    connect();
  };
  const replace = (): void => {
    const stuck = page;
    page = begin();
    stuck.kill();
    stuck.close();
    hasConsole = false;
    become({ kind: 'loading' });
    tryAgain();
  };

  /** Asks the page whether it responds. If it shows another document by then, its answer is undefined. */
  const probe = (act: (responds: boolean | undefined) => void): void => {
    const asked = page;
    const shownBefore = navigations;
    asked
      .responds()
      .then((responds) => {
        if (page !== asked || hasEnded || state.kind === 'failed') return;
        act(navigations === shownBefore ? responds : undefined);
      })
      .catch((error: unknown) => log.error({ err: error }, 'failed to ask whether a page responds'));
  };
  /** It responds again. Perhaps it hung before it had loaded. */
  const goOn = (): void => {
    become({ kind: hasConsole ? 'open' : 'loading' });
    if (!hasConsole) limitLoading();
  };
  /** Until it responds again: Chromium reports only what it has noticed itself. */
  const askAgain = (): void =>
    expectWithin(probeEveryMs, () =>
      probe((responds) => {
        if (state.kind !== 'hung') return;
        if (responds) goOn();
        else askAgain();
      }),
    );
  const hang = (): void => {
    log.error('page is not responding');
    become({ kind: 'hung' });
    askAgain();
  };

  const begin = (): P => {
    /** Events of a page that was replaced concern no one. */
    const own: { page?: P } = {};
    const ifCurrent =
      <Args extends unknown[]>(react: (...args: Args) => void) =>
      (...args: Args): void => {
        if (!hasEnded && page === own.page) react(...args);
      };
    own.page = parts.make({
      navigated: ifCurrent((shown) => {
        navigations += 1;
        if (problemPages.has(shown)) {
          hasConsole = false;
          isTelling = true;
          // It tells a problem that is over, and is in the place of the console.
          if (state.kind === 'open') tryAgain();
          return;
        }
        if (state.kind === 'failed') {
          // The person went back from it. Otherwise late: what the page did before it failed.
          if (isTelling) tryAgain();
          return;
        }
        clearTimeout(deadline);
        if (!isConsole(shown)) return fault('left');
        hasConsole = true;
        wanted = parts.address;
        openedAt ??= now();
        // A page can load itself without end, and everyone would hear of each time.
        if (state.kind !== 'open') become({ kind: 'open' });
      }),
      failed: ifCurrent((error) => fail(parts.problemOfError(error))),
      crashed: ifCurrent((reason) => {
        if (reason === 'clean-exit') return;
        log.error({ reason }, 'page crashed');
        fault('crashed');
      }),
      hung: ifCurrent(() => {
        if (state.kind !== 'failed') hang();
      }),
      recovered: ifCurrent(() => {
        if (state.kind === 'hung') goOn();
      }),
      destroyed: ifCurrent(() => {
        page = begin();
        fault('closed');
      }),
    });
    return own.page;
  };
  page = begin();

  return {
    page: () => page,
    state: () => state,
    connect(address = parts.address) {
      wanted = address;
      connect();
    },
    wake() {
      if (state.kind === 'failed') {
        // A network that is only coming back fails once more, and soon doesn't.
        failures = 0;
        return connect();
      }
      if (state.kind !== 'open') return;
      probe((responds) => {
        if (responds === false && state.kind === 'open') hang();
      });
    },
    reload() {
      if (state.kind === 'hung') return replace();
      if (!hasConsole) return tryAgain();
      become({ kind: 'loading' });
      begun(page.reload());
      expectWithin(reloadPatienceMs, () =>
        probe((responds) => {
          if (responds === false) replace();
          // The page that is still there answers, but the server doesn't.
          else if (responds && state.kind === 'loading') limitLoading(reloadPatienceMs);
        }),
      );
    },
    end() {
      hasEnded = true;
      clearTimeout(retry);
      clearTimeout(deadline);
      page.close();
    },
    onChange: (listener) => void listeners.push(listener),
  };
};
