import { pageParam, present } from '../../search-params.ts';

/** URL state of the sessions page: how far back to look. */
export const readSessionsSearch = (search: Record<string, unknown>) => present({ page: pageParam(search.page) });
