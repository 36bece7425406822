/** Selected rows as last loaded, by ID: a selection outlives its page. */
export type Selection<Row> = ReadonlyMap<string, Row>;

/** Adds or removes one row or a whole page. */
export type SelectRows<Row> = (rows: readonly Row[], selected: boolean) => void;

/** Adds or removes one row. With `isRange`, also those between it and the one before. */
export type SelectRow<Row> = (row: Row, selected: boolean, isRange: boolean) => void;

/** The rows of a page from one to another, in the page's order; the second alone if the page doesn't have the first. */
export const rowsBetween = <Row>(page: readonly Row[], from: (row: Row) => boolean, to: Row): readonly Row[] => {
  const ends = [page.findIndex(from), page.indexOf(to)].toSorted((one, other) => one - other);
  const [first = -1, last = -1] = ends;
  return first < 0 ? [to] : page.slice(first, last + 1);
};

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
