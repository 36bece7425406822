import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type Me, useTRPC } from '../../api/context.tsx';
import type { Member } from './team.logic.ts';

/** One member; shows data from a list right away, if loaded. */
export const useMember = (me: Me, userId: string) => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useQuery(
    trpc.team.getMember.queryOptions(
      { tenant_id: me.tenant_id, user_id: userId },
      {
        placeholderData: () =>
          queryClient
            .getQueriesData<{ users: Member[] }>(trpc.team.listMembers.queryFilter())
            .flatMap(([, data]) => data?.users ?? [])
            .find(({ user_id }) => user_id === userId),
      },
    ),
  );
};
