import { useSuspenseQuery } from '@tanstack/react-query';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { getMe } from '#shared/contract/profile/get-me.ts';
import { useTRPC } from './context.tsx';

export type Me = OutputOf<typeof getMe>;

/** Who is signed in. Loaded by the dashboard's route, so that no screen below it waits for it again. */
export const useMe = (): Me => {
  const trpc = useTRPC();
  return useSuspenseQuery(trpc.profile.getMe.queryOptions()).data;
};
