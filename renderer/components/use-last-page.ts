import { useEffect } from 'react';

interface PagedState {
  data: { total: number } | undefined;
  /** The data shown belongs to the previous query, so its total doesn't apply. */
  isPlaceholderData: boolean;
}

/** If a list no longer has the requested page (an old link, or deleted rows), shows its last one. */
export const useLastPage = (
  { data, isPlaceholderData }: PagedState,
  page: number,
  pageSize: number,
  onPage: (page: number) => void,
): void => {
  const total = isPlaceholderData ? undefined : data?.total;
  useEffect(() => {
    if (total === undefined) return;
    const last = Math.max(1, Math.ceil(total / pageSize));
    if (page > last) onPage(last);
  }, [total, page, pageSize, onPage]);
};
