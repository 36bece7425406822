/** Selected rows as last loaded, by ID: a selection outlives its page. */
export type Selection<Row> = ReadonlyMap<string, Row>;

/** Adds or removes one row or a whole page. */
export type SelectRows<Row> = (rows: readonly Row[], selected: boolean) => void;

/** Selections of rows of one kind. `isSame`: whether newer data of a row changes nothing that matters. */
export const selectionsOf = <Row>(idOf: (row: Row) => string, isSame: (known: Row, row: Row) => boolean) => {
  const select = (selection: Selection<Row>, rows: readonly Row[], selected: boolean): Selection<Row> => {
    const next = new Map(selection);
    for (const row of rows) {
      if (selected) next.set(idOf(row), row);
      else next.delete(idOf(row));
    }
    return next;
  };
  return {
    select,
    /** Whether a page is fully, partly or not selected. */
    selectedOf: (selection: Selection<Row>, page: readonly Row[]): 'all' | 'some' | 'none' => {
      const count = page.filter((row) => selection.has(idOf(row))).length;
      return count === 0 ? 'none' : count === page.length ? 'all' : 'some';
    },
    /** Updates selected rows from the current page; returns the same selection if nothing changed. */
    refreshed: (selection: Selection<Row>, page: readonly Row[]): Selection<Row> => {
      const stale = page.filter((row) => {
        const known = selection.get(idOf(row));
        return known !== undefined && !isSame(known, row);
      });
      return stale.length === 0 ? selection : select(selection, stale, true);
    },
  };
};
