import { useQueries } from '@tanstack/react-query';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useTRPC } from '../../api/context.tsx';

/** How many members, pending invitations and groups there are, for the tabs of the page; undefined until loaded. */
export const useTeamCounts = (me: Me) => {
  const trpc = useTRPC();
  const one = { tenant_id: me.tenant_id, limit: 1 };
  const [members, invitations, groups] = useQueries({
    queries: [
      trpc.team.listMembers.queryOptions(one),
      trpc.team.listInvitations.queryOptions({ ...one, status: 'pending' }, { enabled: may(me, 'team.manage') }),
      trpc.groups.listGroups.queryOptions(one, { enabled: may(me, 'groups.manage') }),
    ],
  });
  return { members: members.data?.total, invitations: invitations.data?.total, groups: groups.data?.total };
};
