import { useNavigate, useSearch } from '@tanstack/react-router';
import { patterns } from '../../../paths.ts';
import { type FleetSearch, present, readFleetSearch, readHostingSearch } from '../../../search-params.ts';

/** The URL state of the list of servers. A changed filter starts at the first page. */
export const useServersSearch = () => {
  const search = useSearch({ from: `/shell${patterns.hosting}` });
  const navigate = useNavigate({ from: patterns.hosting });
  const filters: FleetSearch = readFleetSearch(search);
  return {
    filters,
    page: search.page ?? 1,
    change: (given: { [Key in keyof FleetSearch | 'page']?: unknown }) =>
      void navigate({
        search: (previous) => readHostingSearch({ ...previous, page: undefined, ...given }),
        replace: true,
        resetScroll: false,
      }),
  };
};

export type ChangeServersSearch = ReturnType<typeof useServersSearch>['change'];

/** What clears the filters; the order stays. */
export const noServerFilters = { q: undefined, show: undefined, plan: undefined, tag: undefined };

/** Whether the list shows only some of the servers. */
export const isNarrowed = ({ q, show, plan, tag }: FleetSearch): boolean =>
  Object.keys(present({ q, show, plan, tag })).length > 0;
