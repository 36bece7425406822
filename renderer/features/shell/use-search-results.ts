import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type Me, useTRPC } from '../../api/context.tsx';
import { enoughToAsk } from './commands.logic.ts';

const shown = 5;
/** Debounce before asking the service, in milliseconds. */
const debounceMs = 200;

/** People and workspaces from the service; nothing until the query is long enough. */
export const useSearchResults = ({ tenant_id }: Me, query: string) => {
  const trpc = useTRPC();
  const [q] = useDebouncedValue(query.trim(), debounceMs);
  const options = { enabled: enoughToAsk(q), placeholderData: keepPreviousData };
  const input = { tenant_id, q, limit: shown };
  const members = useQuery(trpc.team.listMembers.queryOptions(input, options));
  const workspaces = useQuery(trpc.workspaces.listWorkspaces.queryOptions(input, options));
  const asks = enoughToAsk(query);
  return {
    members: asks ? (members.data?.users ?? []) : [],
    workspaces: asks ? (workspaces.data?.workspaces ?? []) : [],
    searching: asks && (q !== query.trim() || members.isFetching || workspaces.isFetching),
    error: asks ? (members.error ?? workspaces.error) : null,
  };
};
