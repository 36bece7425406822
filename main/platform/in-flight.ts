/** Tracks in-flight work so that shutdown can drain it, even after clients disconnect. */
export interface InFlight {
  run<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Resolves once nothing is in flight. */
  drain(): Promise<void>;
}

export const createInFlight = (): InFlight => {
  let count = 0;
  const waiting: (() => void)[] = [];
  return {
    async run(work) {
      count += 1;
      try {
        return await work();
      } finally {
        count -= 1;
        if (count === 0) for (const resolve of waiting.splice(0)) resolve();
      }
    },
    drain: () => (count === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
};
