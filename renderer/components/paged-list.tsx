import { Group, type MantineSpacing, Pagination, Stack, Text } from '@mantine/core';
import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { QueryBoundary } from './query-boundary.tsx';

/** The service says how many rows there are in total, on all pages. */
interface Counted {
  total: number;
}

/** The rows of one page, as the service asks for them. */
interface Slice {
  limit: number;
  offset: number;
}

interface Paging {
  /** Counts from 1. */
  page: number;
  onPage: (page: number) => void;
  pageSize?: number;
  /** Loads the next page ahead of time. */
  prefetchesNext?: boolean;
}

export interface PagedQuery<Data> extends Required<Pick<Paging, 'page' | 'onPage' | 'pageSize'>> {
  data: Data | undefined;
  error: unknown;
  refetch: () => unknown;
  /** The data belongs to the previous page or filter, and is shown until the new data arrives. */
  isStale: boolean;
}

/**
 * Loads one page of a list. If the list no longer has the requested page (an old link, or deleted rows), asks for its
 * last one.
 */
export const usePagedQuery = <Output, Failure, Data extends Counted, Key extends QueryKey>(
  optionsOf: (slice: Slice) => UseQueryOptions<Output, Failure, Data, Key>,
  { page, onPage, pageSize = 25, prefetchesNext = false }: Paging,
): PagedQuery<Data> => {
  const queryClient = useQueryClient();
  const pageOptions = (number: number) => optionsOf({ limit: pageSize, offset: (number - 1) * pageSize });
  const query = useQuery({ ...pageOptions(page), placeholderData: keepPreviousData });
  const { data, error, refetch, isPlaceholderData: isStale } = query;
  const lastPage = data === undefined || isStale ? undefined : Math.max(1, Math.ceil(data.total / pageSize));
  useEffect(() => {
    if (lastPage !== undefined && page > lastPage) onPage(lastPage);
  }, [lastPage, page, onPage]);

  const hasNext = prefetchesNext && lastPage !== undefined && page < lastPage;
  const next = pageOptions(page + 1);
  const nextKey = JSON.stringify(next.queryKey);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the options are new on every render, their key is not
  useEffect(() => {
    if (hasNext) void queryClient.prefetchQuery(next);
  }, [hasNext, nextKey, queryClient]);

  return { data, error, refetch, isStale, page, pageSize, onPage };
};

export interface PagedListProps<Data extends Counted> {
  list: PagedQuery<Data>;
  /** `The members`, `The sessions`: subject of the error message when loading fails. */
  subject: string;
  /** `3 members`: what the pager counts. */
  counted: (count: number) => string;
  /** Shown instead of the rows and the pager if there are none. */
  empty?: ReactNode;
  loading?: ReactNode;
  /** For rows without the padding of table cells: aligns the pager with them. */
  isFlush?: boolean;
  /** Leaves the pager out where there is only one page. */
  hidesSinglePage?: boolean;
  /** Space between the rows and the pager. */
  gap?: MantineSpacing;
  children: (data: Data) => ReactNode;
}

/** One page of rows with its loading, error and empty states, and the pager below. */
export const PagedList = <Data extends Counted>(props: PagedListProps<Data>) => {
  const { list, subject, counted, empty, loading, isFlush = false, hidesSinglePage = false, gap = 0, children } = props;
  return (
    <QueryBoundary state={list} subject={subject} loading={loading}>
      {(data) =>
        empty !== undefined && data.total === 0 ? (
          empty
        ) : (
          <Stack gap={gap} aria-busy={list.isStale} opacity={list.isStale ? 0.6 : 1}>
            {children(data)}
            {(!hidesSinglePage || data.total > list.pageSize) && (
              <Pager {...list} total={data.total} subject={counted(data.total)} isFlush={isFlush} />
            )}
          </Stack>
        )
      }
    </QueryBoundary>
  );
};

interface PagerProps {
  page: number;
  pageSize: number;
  total: number;
  onPage: (page: number) => void;
  /** What is counted, for assistive technology: `members`. */
  subject: string;
  isFlush: boolean;
}

/** Shows which rows of how many are visible, with links to the other pages. */
const Pager = ({ page, pageSize, total, onPage, subject, isFlush }: PagerProps) => {
  const { t } = useTranslation();
  const first = total === 0 ? 0 : (page - 1) * pageSize + 1;
  const last = Math.min(page * pageSize, total);
  return (
    <Group className="pager" data-flush={isFlush || undefined} justify="space-between" py="sm" gap="sm">
      <Text size="sm" c="dimmed" role="status">
        {total <= pageSize
          ? t('components.pager.all', { total, subject })
          : t('components.pager.some', { first, last, total, subject })}
      </Text>
      {total > pageSize && (
        <Pagination
          size="sm"
          total={Math.ceil(total / pageSize)}
          value={page}
          onChange={onPage}
          role="navigation"
          aria-label={t('components.pager.label', { subject })}
          getItemProps={(item) => ({ 'aria-label': t('components.pager.page', { page: item }) })}
          getControlProps={(control) => ({ 'aria-label': t(`components.pager.${control}`) })}
        />
      )}
    </Group>
  );
};
