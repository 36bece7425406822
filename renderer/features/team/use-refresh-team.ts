import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../api/context.tsx';

/** After a change, whatever the screens know of the team, its workspaces and its mails is asked for again. */
export const useRefreshTeam = () => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return async (): Promise<void> => {
    await Promise.all(
      [
        trpc.team.pathFilter(),
        trpc.workspaces.pathFilter(),
        trpc.mail.pathFilter(),
        trpc.profile.getMe.queryFilter(),
      ].map((filter) => queryClient.invalidateQueries(filter)),
    );
  };
};
