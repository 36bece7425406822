interface RowsPage<Row> {
  rows: readonly Row[];
  total: number;
}

const tries = 3;

/** The list kept changing while being read, so the result would miss a row. */
export class ListChangedError extends Error {
  override readonly name = 'ListChangedError';
}

/**
 * Reads every page of a list; each page starts with the last row of the previous one. If that row or the total differs,
 * rows moved between pages, so it starts over. The result has each row exactly once.
 * @throws ListChangedError after three tries
 */
export const readAllRows = async <Row>(
  idOf: (row: Row) => string,
  readPage: (offset: number) => Promise<RowsPage<Row>>,
): Promise<Row[]> => {
  for (let left = tries; left > 0; left -= 1) {
    const all = await readOnce(idOf, readPage);
    if (all) return all;
  }
  throw new ListChangedError('The list changed while it was read');
};

/** Undefined if the list changed. */
const readOnce = async <Row>(
  idOf: (row: Row) => string,
  readPage: (offset: number) => Promise<RowsPage<Row>>,
): Promise<Row[] | undefined> => {
  const { rows, total } = await readPage(0);
  const all = [...rows];
  while (all.length < total) {
    const page = await readPage(all.length - 1);
    const [first, ...further] = page.rows;
    const last = all.at(-1);
    const isNext = first !== undefined && last !== undefined && idOf(first) === idOf(last);
    if (page.total !== total || !isNext || further.length === 0) return undefined;
    all.push(...further);
  }
  return all.length === total ? all : undefined;
};
