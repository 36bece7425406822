/** A place in a list, as texts and numbers. */
export type CursorValue = string | number;

const isValue = (value: unknown): value is CursorValue => typeof value === 'string' || typeof value === 'number';

/** A cursor for callers to hand back. Its form may change with any version. */
export const writeCursor = (values: readonly CursorValue[]): string =>
  Buffer.from(JSON.stringify(values)).toString('base64url');

/** The values of a cursor; undefined if it can't be one. */
export const readCursor = (cursor: string): CursorValue[] | undefined => {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    return Array.isArray(values) && values.every(isValue) ? values : undefined;
  } catch {
    // Callers only hand cursors back: what is wrong with another text tells them nothing.
    return undefined;
  }
};
