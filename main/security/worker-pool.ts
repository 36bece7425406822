import { Piscina } from 'piscina';
import { second } from '#shared/rules/limits.ts';

interface Pool {
  /** The program of each thread. */
  readonly filename: string;
  readonly maxThreads: number;
  readonly resourceLimits?: { readonly maxYoungGenerationSizeMb: number };
}

/** Threads that are started by their first task, and end after half a minute without one. */
export const createWorkerPool = <Task, Result>(pool: Pool): Piscina<Task, Result> =>
  // Its histograms of waits would take 750 kB for each pool.
  new Piscina({ ...pool, minThreads: 0, idleTimeout: 30 * second, recordTiming: false });
