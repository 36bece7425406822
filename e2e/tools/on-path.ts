import { delimiter, join } from 'node:path';

/** Where a program would be in each folder of PATH, whether or not it exists. */
export const onPath = (program: string): string[] =>
  (process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, program));
