/** How a background job went since the start. Times are in milliseconds since the epoch. */
export interface JobRuns {
  name: string;
  failures: number;
  /** When the job last ended without an error, in milliseconds since the epoch. Undefined before. */
  succeededAt: number | undefined;
  isRunning: boolean;
  /** When the last run began. Undefined before the first. */
  startedAt: number | undefined;
  /** How long the last run that ended took. */
  durationMs: number | undefined;
  /** How the last run ended. */
  result: 'ok' | 'failed' | undefined;
  /** When it is next due. Undefined before the start. */
  nextAt: number | undefined;
}
