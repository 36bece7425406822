import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../../api/client.ts';
import { useTRPC } from '../../../api/context.tsx';
import { notifyFailure } from '../../../components/notify.tsx';
import { useRefreshHosting } from '../use-hosting.ts';

const latestOf = (serviceId: string) => ({ serviceid: serviceId, limit: 1 });

/** A server's last run. The service polls the provider on its own, and this console is told. */
export const useLatestRun = (serviceId: string) =>
  useQuery(useTRPC().hosting.listUpgradeRuns.queryOptions(latestOf(serviceId)));

/** A run as the client returns it. */
type Answer = Awaited<ReturnType<Client['hosting']['checkUpgradeRun']['mutate']>>;

/** Actions on a run; each has its error message under `hosting.failed`. */
export type RunStepAction =
  | 'start'
  | 'choose'
  | 'order'
  | 'pay'
  | 'takeBack'
  | 'apply'
  | 'unplan'
  | 'confirm'
  | 'decide'
  | 'check'
  | 'seen';

/** Runs actions one at a time and shows each result right away, on this screen and all others. */
export const useRunSteps = (serviceId: string) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refresh = useRefreshHosting();
  const [pending, setPending] = useState<RunStepAction>();

  const show = async (run: Answer) => {
    const key = trpc.hosting.listUpgradeRuns.queryKey(latestOf(serviceId));
    // A response already in flight may be older than this one.
    await queryClient.cancelQueries({ queryKey: key });
    queryClient.setQueryData(key, (former) => ({ runs: [run], total: Math.max(1, former?.total ?? 0) }));
  };

  /** @throws the service's error, after reloading the resulting state */
  const carryOut = async (call: () => Promise<Answer>): Promise<Answer> => {
    try {
      const run = await call();
      await show(run);
      return run;
    } finally {
      await refresh();
    }
  };

  const take = async (action: RunStepAction, call: () => Promise<Answer>): Promise<Answer | undefined> => {
    setPending(action);
    try {
      return await carryOut(call);
    } catch (error) {
      // A refusal that is stored with the run stands above its steps already.
      const stored = queryClient.getQueryData(trpc.hosting.listUpgradeRuns.queryKey(latestOf(serviceId)));
      if (!stored?.runs[0]?.problem) notifyFailure(t(`hosting.failed.${action}`), error);
      return undefined;
    } finally {
      setPending(undefined);
    }
  };

  return { carryOut, take, pending };
};
