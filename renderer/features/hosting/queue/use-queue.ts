import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { pagination } from '#shared/rules/limits.ts';
import { useTRPC } from '../../../api/context.tsx';
import { notifyFailure } from '../../../components/notify.tsx';
import { useRefreshHosting } from '../use-hosting.ts';

/** The latest queue. */
export const useLatestQueue = () => useQuery(useTRPC().hosting.listUpgradeQueues.queryOptions({ limit: 1 }));

/** All open runs, some of which can be reviewed together. */
export const useOpenRuns = () =>
  useQuery(useTRPC().hosting.listUpgradeRuns.queryOptions({ show: 'open', limit: pagination.maxLimit }));

/** Runs that ended without anyone having seen it, among others. */
export const useUnseenRuns = () =>
  useQuery(useTRPC().hosting.listUpgradeRuns.queryOptions({ show: 'attention', limit: pagination.maxLimit }));

/** Takes one action at a time and shows its result. */
export const useQueueAction = () => {
  const refresh = useRefreshHosting();
  const [pending, setPending] = useState(false);
  const take = async (failed: string, call: () => Promise<unknown>): Promise<boolean> => {
    setPending(true);
    try {
      await call();
      return true;
    } catch (error) {
      notifyFailure(failed, error);
      return false;
    } finally {
      await refresh();
      setPending(false);
    }
  };
  return { take, pending };
};
