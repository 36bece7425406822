/** How often something may happen within a time. */
export interface Allowance {
  /** Whether it may happen now. Counts it if so. */
  use(): boolean;
}

/** @param now milliseconds since the epoch */
export const createAllowance = (most: number, withinMs: number, now: () => number): Allowance => {
  let used: number[] = [];
  return {
    use() {
      const time = now();
      // The clock may have been set back: what lies ahead would count until it is that time again.
      used = used.filter((at) => at <= time && time - at < withinMs);
      if (used.length >= most) return false;
      used.push(time);
      return true;
    },
  };
};
