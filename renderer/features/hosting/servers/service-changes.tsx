import { Alert, Badge, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BillingCycle, billingCycles } from '#shared/hosting.ts';
import { useTRPC, useTRPCClient } from '../../../api/context.tsx';
import { type Failure, failureOf } from '../../../api/problem.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { FailureAlert } from '../../../components/failure-alert.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { QueryBoundary } from '../../../components/query-boundary.tsx';
import { CalendarDate } from '../../../components/timestamp.tsx';
import { richText } from '../../../languages/rich-text.tsx';
import { paths } from '../../../paths.ts';
import { type Run, wantedWords } from '../runs/runs.logic.ts';
import { useMoney, useRefreshHosting } from '../use-hosting.ts';
import { type CyclePrice, cycleDisabledReason, savingOf } from './cycles.logic.ts';
import type { Server } from './servers.logic.ts';

/** Every billing cycle with its price, also per month; unavailable ones say why. */
export const BillingCycleDialog = ({ server, onClose }: { server: Server; onClose: () => void }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const change = useServiceChange();
  const query = useQuery(useTRPC().hosting.getBillingcyclePrices.queryOptions({ serviceid: server.serviceid }));
  const [chosen, setChosen] = useState<BillingCycle>();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const submit = async (billingcycle: BillingCycle) => {
    setPending(true);
    setFailure(undefined);
    try {
      await change(() => client.hosting.changeBillingCycle.mutate({ serviceid: server.serviceid, billingcycle }));
      onClose();
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <Modal opened onClose={onClose} title={<Text fw={650}>{t('hosting.cycle.title', { server: server.label })}</Text>}>
      <QueryBoundary state={query} subject={t('hosting.cycle.what')}>
        {({ prices }) => (
          <Stack>
            <Radio.Group
              label={t('hosting.cycle.label')}
              value={chosen ?? server.billingcycle ?? ''}
              onChange={(value) => setChosen(billingCycles.find((cycle) => cycle === value))}
            >
              <Stack gap="xs" mt="xs">
                {billingCycles.map((cycle) => (
                  <Cycle
                    key={cycle}
                    cycle={cycle}
                    price={prices.find(({ billingcycle }) => billingcycle === cycle)}
                    prices={prices}
                    isCurrent={cycle === server.billingcycle}
                    disabledReason={cycleDisabledReason(cycle, prices, server, t)}
                  />
                ))}
              </Stack>
            </Radio.Group>
            <Alert color="gray" icon={<IconInfoCircle aria-hidden />}>
              {t('hosting.cycle.effect')}
            </Alert>
            {failure && <FailureAlert failure={failure} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {t('common.cancel')}
              </Button>
              <DisabledWithReason
                reason={chosen === undefined || chosen === server.billingcycle ? t('hosting.cycle.choose') : undefined}
              >
                <Button loading={pending} onClick={() => chosen && void submit(chosen)}>
                  {t('hosting.cycle.action')}
                </Button>
              </DisabledWithReason>
            </Group>
          </Stack>
        )}
      </QueryBoundary>
    </Modal>
  );
};

interface CycleProps {
  cycle: BillingCycle;
  price: CyclePrice | undefined;
  prices: readonly CyclePrice[];
  isCurrent: boolean;
  disabledReason: string | undefined;
}

const Cycle = ({ cycle, price, prices, isCurrent, disabledReason }: CycleProps) => {
  const { t } = useTranslation();
  const { money } = useMoney();
  const saving = price && savingOf(price, prices);
  const description = price && (
    <>
      {t('hosting.cycle.price', { price: money(price.price), monthly: money(price.monthly) })}
      {price.duedate && !isCurrent && (
        <>
          {' · '}
          {richText({ date: <CalendarDate value={price.duedate} /> }, (marks) => t('hosting.cycle.due', marks))}
        </>
      )}
    </>
  );
  return (
    <Radio
      value={cycle}
      disabled={disabledReason !== undefined}
      label={
        <Group component="span" gap="xs">
          {t(`hosting.cycles.${cycle}`)}
          {isCurrent && <Badge component="span">{t('hosting.cycle.isCurrent')}</Badge>}
          {saving !== undefined && (
            <Badge component="span" color="gray">
              {t('hosting.cycle.saves', { percent: saving })}
            </Badge>
          )}
        </Group>
      }
      description={disabledReason ?? description}
    />
  );
};

interface ServiceLevelDialogProps {
  server: Server;
  wanted: 'managed' | 'unmanaged';
  opened: boolean;
  onClose: () => void;
}

/** The service level determines who maintains the server, and its price (seed 001 §3). */
export const ServiceLevelDialog = ({ server, wanted, opened, onClose }: ServiceLevelDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const change = useServiceChange();
  const { serviceid: serviceId, label } = server;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t(`hosting.level.${wanted}.title`, { server: label })}
      consequences={[t(`hosting.level.${wanted}.who`), t(`hosting.level.${wanted}.cost`), t('hosting.level.next')]}
      action={t(`hosting.level.${wanted}.action`)}
      onConfirm={() =>
        change(() =>
          wanted === 'managed'
            ? client.hosting.upgradeToManaged.mutate({ serviceid: serviceId })
            : client.hosting.downgradeToUnmanaged.mutate({ serviceid: serviceId }),
        )
      }
    />
  );
};

/** After a one-step change: notifies if it is done, or opens the run's screen if the outcome is not yet proven. */
const useServiceChange = () => {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const refresh = useRefreshHosting();
  return async (change: () => Promise<Run>): Promise<void> => {
    try {
      const run = await change();
      if (run.state === 'changed') {
        notifyDone(t('hosting.changed', { server: run.server_label, wanted: wantedWords(run, t) }));
      } else {
        await navigate(paths.upgrade(run.serviceid));
      }
    } finally {
      await refresh();
    }
  };
};
