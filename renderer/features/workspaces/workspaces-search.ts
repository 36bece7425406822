import { textLimits } from '#shared/limits.ts';
import { pageParam, present, textParam } from '../../search-params.ts';

/** What the address of the workspaces' page holds: a search can be bookmarked, sent and gone back to. */
export const readWorkspacesSearch = (search: Record<string, unknown>) =>
  present({ q: textParam(search.q)?.slice(0, textLimits.query), page: pageParam(search.page) });

/** What the address of one workspace holds: the page of its members. */
export const readWorkspaceSearch = (search: Record<string, unknown>) => present({ page: pageParam(search.page) });
