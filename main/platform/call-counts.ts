/** A refused operation, and how often that happened. */
export interface RefusalCount {
  operation: string;
  code: string;
  count: number;
}

/** Counts refused operations and doubtful requests since the start of the process. */
export interface CallCounts {
  countRefusal(operation: string, code: string): void;
  refusals(): readonly RefusalCount[];
  /** Counts a request that a proxy forwarded which the settings don't trust. */
  countUntrusted(): void;
  untrusted(): number;
}

export const createCallCounts = (): CallCounts => {
  const counts = new Map<string, RefusalCount>();
  let untrusted = 0;
  return {
    countRefusal(operation, code) {
      const key = `${operation} ${code}`;
      const known = counts.get(key);
      if (known) known.count += 1;
      else counts.set(key, { operation, code, count: 1 });
    },
    refusals: () => [...counts.values()],
    countUntrusted() {
      untrusted += 1;
    },
    untrusted: () => untrusted,
  };
};
