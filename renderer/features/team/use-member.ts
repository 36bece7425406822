import { useQuery, useQueryClient } from '@tanstack/react-query';
import { pagination } from '#shared/limits.ts';
import { useTRPC, useTRPCClient } from '../../api/context.tsx';
import type { Me } from '../../api/me.ts';
import type { Member } from './team.rules.ts';

/**
 * One member, or null where there is none. The contract lists members and reads none alone: what a list has shown
 * already is used at once, otherwise the list is walked in its largest pages.
 */
export const useMember = (me: Me, userId: string) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const { tenant_id } = me;
  return useQuery({
    // Below the list's own key, so that whatever renews the lists renews this too.
    queryKey: [...trpc.team.listMembers.queryKey({ tenant_id }), 'one', userId],
    queryFn: async ({ signal }): Promise<Member | null> => {
      for (const status of [undefined, 'removed'] as const) {
        for (let offset = 0, total = 1; offset < total; offset += pagination.maxLimit) {
          const page = await client.team.listMembers.query(
            { tenant_id, limit: pagination.maxLimit, offset, ...(status && { status }) },
            { signal },
          );
          const found = page.users.find(({ user_id }) => user_id === userId);
          if (found) return found;
          total = page.total;
        }
      }
      return null;
    },
    placeholderData: () =>
      queryClient
        .getQueriesData<{ users: Member[] }>(trpc.team.listMembers.queryFilter())
        .flatMap(([, data]) => data?.users ?? [])
        .find(({ user_id }) => user_id === userId),
  });
};
