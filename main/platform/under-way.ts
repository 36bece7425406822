/** Work that an end waits for, though nobody may wait for its answer any more. */
export interface UnderWay {
  run<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Resolves once nothing is under way. */
  settled(): Promise<void>;
}

export const createUnderWay = (): UnderWay => {
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
    settled: () => (count === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
};
