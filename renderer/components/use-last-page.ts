import { useEffect } from 'react';

interface PagedState {
  data: { total: number } | undefined;
  /** What is shown belongs to another question: its total says nothing of this one. */
  isPlaceholderData: boolean;
}

/** An old link, or rows that are gone meanwhile: where a list has no such page any more, its last one is shown. */
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
