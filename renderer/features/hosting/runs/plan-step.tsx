import { Alert, Button, Stack } from '@mantine/core';
import { IconAlertTriangle, IconFileInvoice } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ComponentChoice } from '#shared/flows/plan-quote.ts';
import { type Me, useTRPC, useTRPCClient } from '../../../api/context.tsx';
import { failureOf } from '../../../api/problem.ts';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { FailureAlert } from '../../../components/failure-alert.tsx';
import { CardSkeletons, QueryBoundary } from '../../../components/query-boundary.tsx';
import { changeDisabledReason, isResized, manageDisabledReason, type Server } from '../servers/servers.logic.ts';
import { useCapabilities } from '../use-hosting.ts';
import { Plans } from './plans.tsx';
import { actionDisabledReason, type Run } from './runs.logic.ts';
import { StepPanel } from './step-parts.tsx';
import { useRunSteps } from './use-run.ts';

interface PlanStepProps {
  me: Me;
  server: Server;
  /** Absent until a run starts: browsing plans starts nothing. */
  run: Run | undefined;
  onChosen: () => void;
}

/** The current server next to every plan that it could move to. */
export const PlanStep = ({ me, server, run, onChosen }: PlanStepProps) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const { take, pending } = useRunSteps(server.serviceid);
  const { serviceid: serviceId } = server;
  const plans = useQuery(
    trpc.hosting.getPriceList.queryOptions({
      serviceid: serviceId,
      managed: server.managed === true ? 1 : 0,
      ...(server.drive_type !== null && { drive_type: server.drive_type }),
    }),
  );
  const hasOrders = useCapabilities().changes === 'order';
  const pendingOrder = useQuery(
    trpc.hosting.checkUpgradeOrder.queryOptions({ serviceid: serviceId }, { enabled: run === undefined && hasOrders }),
  );

  const disabledReason = () => {
    if (run) return actionDisabledReason(me, run, 'choose_plan', t);
    const own = changeDisabledReason(me, server, t);
    if (own !== undefined) return own;
    if (!hasOrders) return undefined;
    if (pendingOrder.data === undefined) return t('hosting.plans.orderUnknown');
    return pendingOrder.data.order ? t('hosting.plans.orderPending') : undefined;
  };
  const start = () => client.hosting.startUpgradeRun.mutate({ serviceid: serviceId });
  const choose = async (rid: number, choice: ComponentChoice = {}) => {
    const chooseIn = ({ run_id }: Pick<Run, 'run_id'>) =>
      client.hosting.chooseUpgradePlan.mutate({ run_id, rid, ...choice });
    const chosen = await take('choose', async () => {
      if (run) return chooseIn(run);
      const begun = await start();
      // Adopt an order that was already pending: there can be only one.
      return begun.state === 'choosing' ? chooseIn(begun) : begun;
    });
    if (chosen) onChosen();
  };

  return (
    <StepPanel title={t('hosting.plans.title')} lead={t('hosting.plans.lead')}>
      {run === undefined && hasOrders && (
        <Pending
          server={server}
          order={pendingOrder}
          disabledReason={manageDisabledReason(me, t)}
          busy={pending === 'start'}
          onBegin={() => void take('start', start)}
        />
      )}
      <QueryBoundary state={plans} subject={t('hosting.plans.what')} loading={<CardSkeletons height={240} />}>
        {({ price_options, unreadable }) => (
          <Plans
            server={server}
            options={price_options}
            unreadable={unreadable}
            disabledReason={disabledReason()}
            busy={pending === 'choose'}
            chosen={run?.plan?.rid}
            onChoose={(rid, choice) => void choose(rid, choice)}
          />
        )}
      </QueryBoundary>
    </StepPanel>
  );
};

interface PendingProps {
  server: Server;
  order: { data: { order: { invoiceid: number | null } | null } | undefined; error: unknown; refetch: () => unknown };
  disabledReason: string | undefined;
  busy: boolean;
  onBegin: () => void;
}

/** An order at the provider that no run knows about: adopt it, never order a second one. */
const Pending = ({ server, order: { data, error, refetch }, disabledReason, busy, onBegin }: PendingProps) => {
  const { t } = useTranslation();
  if (error) {
    return (
      <FailureAlert failure={failureOf(error)} title={t('hosting.plans.orderUnknown')} onRetry={() => void refetch()} />
    );
  }
  const waits = isResized(server);
  if (!waits && !data?.order) return null;
  return (
    <Alert
      color="yellow"
      title={t(waits ? 'hosting.pending.resized.title' : 'hosting.pending.order.title')}
      icon={waits ? <IconAlertTriangle aria-hidden /> : <IconFileInvoice aria-hidden />}
    >
      <Stack gap="sm" align="flex-start">
        {t(waits ? 'hosting.pending.resized.text' : 'hosting.pending.order.text')}
        <DisabledWithReason reason={disabledReason}>
          <Button size="xs" loading={busy} onClick={onBegin}>
            {t(waits ? 'hosting.pending.resized.action' : 'hosting.pending.order.action')}
          </Button>
        </DisabledWithReason>
      </Stack>
    </Alert>
  );
};
