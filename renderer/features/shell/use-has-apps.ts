import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../api/context.tsx';
import { loadedOf } from '../../api/loaded.ts';

/** Whether there is an application that the user may sign in to, as far as that is known. */
export const useHasApps = (): boolean => {
  const query = useQuery(useTRPC().applications.listMyApplications.queryOptions());
  const loaded = loadedOf(query);
  return loaded.state === 'known' && loaded.data.total > 0;
};
