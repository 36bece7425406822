/** One small change to a source file. Offsets are those of the file's text. */
export interface Mutant {
  /** A path from the repository's root. */
  readonly file: string;
  readonly start: number;
  readonly end: number;
  /** What replaces the text from `start` to `end`. */
  readonly replacement: string;
  /** The name of the operator, such as `negate-condition`. */
  readonly operator: string;
}

/** The file's text with the change in it. */
export const applyMutant = (text: string, { start, end, replacement }: Mutant): string =>
  `${text.slice(0, start)}${replacement}${text.slice(end)}`;

/** The line of an offset, counted from one. */
export const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

const oneLine = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 90 ? `${line.slice(0, 87)}...` : line;
};

/** The change as one line of text: `a < b  →  a <= b`. */
export const describeMutant = (text: string, { start, end, replacement }: Mutant): string => {
  const before = oneLine(text.slice(start, end));
  const after = oneLine(replacement);
  if (after === '' || after === ';') return `drop ${before}`;
  return before === '' ? `insert ${after}` : `${before}  →  ${after}`;
};
