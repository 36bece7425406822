import { textLimits } from '#shared/limits.ts';
import { pageParam, present, textParam } from '../../search-params.ts';

/** URL state of the workspaces page, so that a search can be bookmarked and shared. */
export const readWorkspacesSearch = (search: Record<string, unknown>) =>
  present({ q: textParam(search.q)?.slice(0, textLimits.query), page: pageParam(search.page) });

/** URL state of a workspace: the page of its members. */
export const readWorkspaceSearch = (search: Record<string, unknown>) => present({ page: pageParam(search.page) });
