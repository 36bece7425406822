import { Alert, Button, Group, Modal, Radio, Stack, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BillingCycle, billingCycles } from '#shared/hosting.ts';
import { useTRPC, useTRPCClient } from '../../../api/context.tsx';
import { type Failure, failureOf } from '../../../api/problem.ts';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { FailureAlert } from '../../../components/failure-alert.tsx';
import { useMoney } from '../../../components/money.ts';
import { QueryBoundary } from '../../../components/query-boundary.tsx';
import { CalendarDate } from '../../../components/timestamp.tsx';
import { richText } from '../../../languages/rich-text.tsx';
import { type CyclePrice, cycleDisabledReason } from './cycles.logic.ts';
import type { Server } from './servers.logic.ts';
import { useServiceChange } from './use-service-change.ts';

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
              value={chosen ?? ''}
              onChange={(value) => setChosen(billingCycles.find((cycle) => cycle === value))}
            >
              <Stack gap="xs" mt="xs">
                {billingCycles.map((cycle) => (
                  <Cycle
                    key={cycle}
                    cycle={cycle}
                    price={prices.find(({ billingcycle }) => billingcycle === cycle)}
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
              <DisabledWithReason reason={chosen === undefined ? t('hosting.cycle.choose') : undefined}>
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
  disabledReason: string | undefined;
}

const Cycle = ({ cycle, price, disabledReason }: CycleProps) => {
  const { t } = useTranslation();
  const { money } = useMoney();
  const description = price && (
    <>
      {t('hosting.cycle.price', { price: money(price.price), monthly: money(price.monthly) })}
      {price.duedate && disabledReason === undefined && (
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
      label={t(`hosting.cycles.${cycle}`)}
      description={
        disabledReason === undefined ? (
          description
        ) : price ? (
          <>
            {disabledReason} · {description}
          </>
        ) : (
          disabledReason
        )
      }
    />
  );
};
