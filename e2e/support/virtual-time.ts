import { setImmediate as nextTurn, setTimeout as realTime } from 'node:timers/promises';
import type { FakeClock } from './fake-clock.ts';

/** Tells when a service only waits. */
export interface Stillness {
  /** Grows with everything that the service begins. */
  activity(): number;
  /** Whether something that it has begun is under way, however long it takes. */
  isBusy(): boolean;
}

/** A fake clock that moves on its own, to whatever is due next, whenever the service has nothing to do. */
export interface VirtualTime {
  /** Sleeps on this clock. Until time runs, no one sleeps. */
  sleep(milliseconds: number): Promise<void>;
  /** A signal that aborts after so long on this clock. */
  after(milliseconds: number): AbortSignal;
  /** Lets time run until something holds. @throws Error if it doesn't, and nothing is due any more */
  run(clock: FakeClock, stillness: Stillness, isOver: () => boolean): Promise<void>;
}

/** So many looks in a row have to agree that the service only waits. */
const looks = 2;
/** So often nothing may be due although the work isn't done, before that counts as an error. */
const maxIdle = 200;

export const createVirtualTime = (): VirtualTime => {
  const sleeping: { until: number; wake: () => void }[] = [];
  let now: (() => number) | undefined;

  const isStill = async ({ activity, isBusy }: Stillness): Promise<boolean> => {
    while (isBusy()) await realTime(1);
    const before = [activity(), sleeping.length];
    for (let turn = 0; turn < 5; turn += 1) await nextTurn();
    return before.join() === [activity(), sleeping.length].join();
  };
  const settled = async (stillness: Stillness): Promise<void> => {
    for (let still = 0; still < looks; ) still = (await isStill(stillness)) ? still + 1 : 0;
  };
  const sleep = (milliseconds: number): Promise<void> => {
    if (!now) return Promise.resolve();
    const until = now() + milliseconds;
    return new Promise((wake) => void sleeping.push({ until, wake }));
  };
  return {
    sleep,
    after(milliseconds) {
      const controller = new AbortController();
      if (now) void sleep(milliseconds).then(() => controller.abort());
      return controller.signal;
    },
    async run(clock, stillness, isOver) {
      now = () => clock.now();
      for (let idle = 0; ; ) {
        await settled(stillness);
        if (isOver()) return;
        const [next] = sleeping.toSorted((one, other) => one.until - other.until);
        if (next) {
          idle = 0;
          sleeping.splice(sleeping.indexOf(next), 1);
          clock.set(Math.max(clock.now(), next.until));
          next.wake();
        } else {
          idle += 1;
          if (idle > maxIdle) throw new Error('Nothing is due any more');
        }
      }
    },
  };
};
