/** A change by hand. `before` occurs exactly once in the file. */
export interface KnownChange {
  readonly file: string;
  /** What would be wrong with the product. */
  readonly fault: string;
  readonly before: string;
  readonly after: string;
}

/** The changes of one file, each with its fault, what is there, and what takes its place. */
export const changes = (file: string, ...rows: readonly (readonly [string, string, string])[]): KnownChange[] =>
  rows.map(([fault, before, after]) => ({ file, fault, before, after }));
