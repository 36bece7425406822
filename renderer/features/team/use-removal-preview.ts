import { useQuery } from '@tanstack/react-query';
import { bulkLimits } from '#shared/limits.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { chunksOf, mergePreviews } from './bulk.logic.ts';

/** The current consequences of removing people; reloaded every time it is shown. */
export const useRemovalPreview = (me: Me, userIds: readonly string[]) => {
  const trpc = useTRPC();
  const client = useTRPCClient();
  return useQuery({
    queryKey: [...trpc.team.previewRemoval.pathKey(), me.tenant_id, userIds],
    queryFn: async ({ signal }) => {
      const previews = [];
      for (const chunk of chunksOf(userIds, bulkLimits.previewed)) {
        const input = { tenant_id: me.tenant_id, user_ids: chunk.join(',') };
        previews.push(await client.team.previewRemoval.query(input, { signal }));
      }
      return mergePreviews(previews);
    },
    staleTime: 0,
    gcTime: 0,
  });
};
