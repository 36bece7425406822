import { once } from 'node:events';

interface Column<Row> {
  title: string;
  /** Longer texts push the rest of their line to the right. */
  width: number;
  text: (row: Row) => string;
}

/** How rows look. Widths are fixed, because rows are printed as they come. */
export type Table<Row> = readonly Column<Row>[];

export const tableLine = (cells: readonly { text: string; width: number }[]): string =>
  cells
    .map(({ text, width }) => text.padEnd(width))
    .join('  ')
    .trimEnd();

/** Control characters in names, backups and what other servers say must not reach the terminal. */
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, '�');

const endQuietly = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(0);
};

/** Prints a line to stdout, as fast as it is read. Ends the program once no one reads anymore, such as after `| head`. */
export const printLine = async (line: string): Promise<void> => {
  if (process.stdout.listenerCount('error') === 0) process.stdout.on('error', endQuietly);
  if (process.stdout.write(`${printable(line)}\n`)) return;
  await once(process.stdout, 'drain');
};

/** Prints a line once, with the first row or at the end: above a refusal, it would look like an empty list. */
export const createHeading = (line: string | undefined): (() => Promise<void>) => {
  let rest = line;
  return async () => {
    if (rest === undefined) return;
    const text = rest;
    rest = undefined;
    await printLine(text);
  };
};
