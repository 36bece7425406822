import { useNavigate, useSearch } from '@tanstack/react-router';
import { readTeamSearch, type TeamSearch } from '../../search-params.ts';

/** What the address holds, and the way to change it; another filter begins at its first page. */
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
