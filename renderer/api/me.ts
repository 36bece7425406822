import { useSuspenseQuery } from '@tanstack/react-query';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { getMe } from '#shared/contract/profile/get-me.ts';
import { useTRPC } from './context.tsx';

export type Me = OutputOf<typeof getMe>;

/** The signed-in user. The dashboard's route loads it, so no screen below it waits for it again. */
export const useMe = (): Me => {
  const trpc = useTRPC();
  return useSuspenseQuery(trpc.profile.getMe.queryOptions()).data;
};
