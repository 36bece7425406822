import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { useTRPC } from '../../api/context.tsx';

/** After a change, reloads everything about the team, its workspaces, emails and history. */
export const useRefreshTeam = () => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useCallback(async (): Promise<void> => {
    await Promise.all(
      [
        trpc.team.pathFilter(),
        trpc.workspaces.pathFilter(),
        trpc.mail.pathFilter(),
        trpc.audit.pathFilter(),
        trpc.profile.getMe.queryFilter(),
      ].map((filter) => queryClient.invalidateQueries(filter)),
    );
  }, [trpc, queryClient]);
};
