/** Grants access to one holder at a time, first come, first served. */
export interface Mutex {
  /** Resolves with the release function; rejects with the error from `onTimeout` after `timeoutMs`. */
  acquire(): Promise<() => void>;
}

interface Waiter {
  grant: () => void;
}

export const createMutex = (timeoutMs: number, onTimeout: () => Error): Mutex => {
  let held = false;
  const waiting = new Set<Waiter>();
  const release = () => {
    const next = waiting.values().next().value;
    if (next) {
      waiting.delete(next);
      next.grant();
    } else {
      held = false;
    }
  };
  return {
    acquire() {
      if (!held) {
        held = true;
        return Promise.resolve(release);
      }
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(waiter);
          reject(onTimeout());
        }, timeoutMs);
        const waiter: Waiter = {
          grant: () => {
            clearTimeout(timer);
            resolve(release);
          },
        };
        waiting.add(waiter);
      });
    },
  };
};
