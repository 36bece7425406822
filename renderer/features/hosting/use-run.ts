import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Client } from '../../api/client.ts';
import { useTRPC } from '../../api/context.tsx';
import { notifyFailure } from '../../components/notify.tsx';
import { pollIntervalMs } from './runs.logic.ts';
import { useRefreshHosting } from './use-refresh-hosting.ts';

const latestOf = (serviceId: string) => ({ serviceid: serviceId, limit: 1 });

/** The last run of a server, kept up to date while it is open: the service looks at the provider by itself. */
export const useLatestRun = (serviceId: string) => {
  const query = useQuery(
    useTRPC().hosting.listUpgradeRuns.queryOptions(latestOf(serviceId), {
      refetchInterval: ({ state }) => pollIntervalMs(state.data?.runs[0]),
      trpc: { context: { background: true } },
    }),
  );
  const version = query.data?.runs[0]?.version;
  const refresh = useRefreshHosting();
  const known = useRef(version);
  useEffect(() => {
    const moved = known.current !== undefined && known.current !== version;
    known.current = version;
    // What this screen has noticed first, the header and the lists are to know too.
    if (moved) void refresh();
  }, [version, refresh]);
  return query;
};

/** A run as the client hands it over. */
type Answer = Awaited<ReturnType<Client['hosting']['checkUpgradeRun']['mutate']>>;

/** Actions on a run; each has its message under `hosting.failed`. */
export type RunStepAction =
  | 'start'
  | 'choose'
  | 'order'
  | 'pay'
  | 'takeBack'
  | 'apply'
  | 'confirm'
  | 'decide'
  | 'check'
  | 'seen';

/** Takes steps of a run, one at a time; what came of each is shown at once, on this screen and all others. */
export const useRunSteps = (serviceId: string) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const refresh = useRefreshHosting();
  const [pending, setPending] = useState<RunStepAction>();

  const show = async (run: Answer) => {
    const key = trpc.hosting.listUpgradeRuns.queryKey(latestOf(serviceId));
    // An answer that is on its way may be older than this one.
    await queryClient.cancelQueries({ queryKey: key });
    queryClient.setQueryData(key, (former) => ({ runs: [run], total: Math.max(1, former?.total ?? 0) }));
  };

  /** @throws what the service answers, after what it left behind was read */
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
      notifyFailure(t(`hosting.failed.${action}`), error);
      return undefined;
    } finally {
      setPending(undefined);
    }
  };

  return { carryOut, take, pending };
};
