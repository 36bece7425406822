import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { useTRPC } from '../../api/context.tsx';
import { readTeamSearch, type TeamSearch } from '../../search-params.ts';

/** After a change, reloads everything about the team, its groups, custom roles, workspaces, emails and history. */
export const useRefreshTeam = () => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useCallback(async (): Promise<void> => {
    await Promise.all(
      [
        trpc.team.pathFilter(),
        trpc.groups.pathFilter(),
        trpc.customRoles.pathFilter(),
        trpc.workspaces.pathFilter(),
        trpc.mail.pathFilter(),
        trpc.audit.pathFilter(),
        trpc.profile.getMe.queryFilter(),
      ].map((filter) => queryClient.invalidateQueries(filter)),
    );
  }, [trpc, queryClient]);
};

/** The URL state of the team page. A changed filter starts at the first page. */
export const useTeamSearch = () => {
  const search: TeamSearch = useSearch({ from: '/shell/dashboard/team' });
  const navigate = useNavigate({ from: '/dashboard/team' });
  return {
    search,
    change: (given: { [Key in keyof TeamSearch]?: unknown }) =>
      void navigate({
        search: (previous) => readTeamSearch({ ...previous, page: undefined, ...given }),
        replace: true,
        resetScroll: false,
      }),
  };
};
