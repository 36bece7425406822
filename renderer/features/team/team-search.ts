import { invitationStatuses, memberStatuses } from '#shared/contract/resources.ts';
import { memberSorts } from '#shared/contract/team/list-members.ts';
import { roles } from '#shared/roles.ts';
import { choiceParam, pageParam, present, textParam } from '../../search-params.ts';

/**
 * URL state of the team page, so that a filtered list can be bookmarked and shared. Both tabs search and page; `state`
 * applies to invitations only; role, status and order apply to members. `dialog` opens one over them.
 */
export const readTeamSearch = (search: Record<string, unknown>) =>
  present({
    tab: choiceParam(search.tab, ['invitations'] as const),
    q: textParam(search.q)?.slice(0, 200),
    role: choiceParam(search.role, roles),
    status: choiceParam(search.status, memberStatuses),
    state: choiceParam(search.state, invitationStatuses),
    sort: choiceParam(search.sort, memberSorts),
    order: choiceParam(search.order, ['desc'] as const),
    page: pageParam(search.page),
    dialog: choiceParam(search.dialog, ['invite'] as const),
  });

export type TeamSearch = ReturnType<typeof readTeamSearch>;
