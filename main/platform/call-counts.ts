/** A refused operation, and how often that happened. */
export interface RefusalCount {
  operation: string;
  code: string;
  count: number;
}

/** Counts refused operations since the start of the process. */
export interface CallCounts {
  countRefusal(operation: string, code: string): void;
  refusals(): readonly RefusalCount[];
}

export const createCallCounts = (): CallCounts => {
  const counts = new Map<string, RefusalCount>();
  return {
    countRefusal(operation, code) {
      const key = `${operation} ${code}`;
      const known = counts.get(key);
      if (known) known.count += 1;
      else counts.set(key, { operation, code, count: 1 });
    },
    refusals: () => [...counts.values()],
  };
};
