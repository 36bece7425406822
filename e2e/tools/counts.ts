import { stripVTControlCharacters } from 'node:util';

/** What a step of the tests found. */
export interface Counts {
  passed: number;
  /** What failed: the file and title of a test with its errors, or what went wrong outside of tests. */
  failed: string[];
}

/** Of one test, in a list of all that failed. */
const mostLines = 12;

/** A test that failed, with the beginning of its errors: where only the end of a run's output is kept, they say why. */
export const failedTest = (file: string, title: string, errors: readonly { message?: string }[]): string => {
  const lines = errors.flatMap(({ message = '' }) => stripVTControlCharacters(message).split('\n'));
  const told = lines.filter((line) => line.trim() !== '').slice(0, mostLines);
  return [`${file}: ${title}`, ...told.map((line) => `    ${line}`)].join('\n');
};

/** Names the file that {@link CountsReporter} writes. */
export const countsFileVariable = 'CASTELLAN_TEST_COUNTS';
