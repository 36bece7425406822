/**
 * Reads rows a page at a time, each page after the last row of the one before, so that only one is in memory.
 * @param read returns the rows that follow a key, in the order of the keys, and none at the end
 */
export async function* pagesAfter<Row, Key>(
  start: Key,
  read: (after: Key) => Promise<readonly Row[]>,
  keyOf: (row: NoInfer<Row>) => Key,
): AsyncGenerator<readonly Row[], void> {
  let rows = await read(start);
  for (let last = rows.at(-1); last !== undefined; last = rows.at(-1)) {
    yield rows;
    rows = await read(keyOf(last));
  }
}

/** Like {@link pagesAfter}, one row at a time. */
export async function* rowsAfter<Row, Key>(
  ...[start, read, keyOf]: Parameters<typeof pagesAfter<Row, Key>>
): AsyncGenerator<Row, void> {
  for await (const rows of pagesAfter(start, read, keyOf)) yield* rows;
}
