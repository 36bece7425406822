/** A mutant that no test can tell from the original, or that we leave alone. */
export interface Equivalent {
  readonly file: string;
  /** The change, as the tool prints it. */
  readonly change: string;
  /** The source line where the change starts, without its indent. It tells two equal changes of a file apart. */
  readonly line: string;
  readonly reason: string;
}

/** Mutants that the score leaves out. */
export const equivalents: readonly Equivalent[] = [];
