import { useQueryClient } from '@tanstack/react-query';
import { useTRPC } from '../../api/context.tsx';

export const useRefreshMe = () => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries(trpc.profile.getMe.queryFilter());
};
