import { useQueryClient } from '@tanstack/react-query';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { listMembers } from '#shared/contract/team/list-members.ts';
import type { Role } from '#shared/roles.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { withRole } from './role-cache.logic.ts';

/** Shows a role wherever the screens show the member, before or instead of what the service says. */
export const useShowRole = (me: Me) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return async (userId: string, role: Role): Promise<void> => {
    // A response already in flight would still have the old role.
    await queryClient.cancelQueries(trpc.team.listMembers.queryFilter());
    queryClient.setQueriesData<OutputOf<typeof listMembers>>(
      trpc.team.listMembers.queryFilter(),
      (page) => page && withRole(page, userId, role),
    );
    queryClient.setQueryData(
      trpc.team.getMember.queryKey({ tenant_id: me.tenant_id, user_id: userId }),
      (member) => member && { ...member, role },
    );
  };
};
