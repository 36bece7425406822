/** What a step of the tests found. */
export interface Counts {
  passed: number;
  /** What failed, a line each: the file and title of a test, or what went wrong outside of tests. */
  failed: string[];
}

/** Names the file that {@link CountsReporter} writes. */
export const countsFileVariable = 'CASTELLAN_TEST_COUNTS';
