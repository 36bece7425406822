import { useCallback, useEffect, useRef } from 'react';
import { rowsBetween, type SelectRow, type SelectRows } from './selection.logic.ts';

/**
 * Selects one row of a page, or, with Shift, all from the one that was clicked before. The same function on every render, so that rows
 * can be memoized.
 */
export const useSelectRow = <Row>(
  page: readonly Row[],
  idOf: (row: Row) => string,
  onSelect: SelectRows<Row>,
): SelectRow<Row> => {
  const latest = useRef({ page, idOf, onSelect });
  useEffect(() => {
    latest.current = { page, idOf, onSelect };
  });
  const before = useRef<string>(undefined);
  return useCallback((row, selected, isRange) => {
    const { page: rows, idOf: id, onSelect: select } = latest.current;
    const from = before.current;
    before.current = id(row);
    select(isRange ? rowsBetween(rows, (other) => id(other) === from, row) : [row], selected);
  }, []);
};
