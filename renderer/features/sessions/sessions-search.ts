import { pageParam, present } from '../../search-params.ts';

/** What the address of the sessions' page holds: how far back one looks. */
export const readSessionsSearch = (search: Record<string, unknown>) => present({ page: pageParam(search.page) });
