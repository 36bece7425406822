import { Alert, Badge, Button, Group, Radio, Stack, Table, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type BillingCycle, billingCycles } from '#shared/flows/hosting.ts';
import { useTRPC, useTRPCClient } from '../../../api/context.tsx';
import { type Failure, failureOf } from '../../../api/problem.ts';
import { Dialog } from '../../../components/dialog.tsx';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { FailureAlert } from '../../../components/failure-alert.tsx';
import { QueryBoundary } from '../../../components/query-boundary.tsx';
import { CalendarDate } from '../../../components/timestamp.tsx';
import { richText } from '../../../languages/rich-text.tsx';
import { AskForApproval } from '../ask-for-approval.tsx';
import { BudgetAlert } from '../budget-alert.tsx';
import { useMoney } from '../use-hosting.ts';
import { useServiceChange } from '../use-service-change.ts';
import { type CyclePrice, cycleDisabledReason, savingOf } from './cycles.logic.ts';
import type { Server } from './servers.logic.ts';

const priceOf = (prices: readonly CyclePrice[], cycle: BillingCycle | undefined): CyclePrice | undefined =>
  prices.find(({ billingcycle }) => billingcycle === cycle);

/** Every billing cycle with its prices side by side; unavailable ones say why. */
export const BillingCycleDialog = ({ server, onClose }: { server: Server; onClose: () => void }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const { change, question, approval, forget } = useServiceChange();
  const query = useQuery(useTRPC().hosting.getBillingcyclePrices.queryOptions({ serviceid: server.serviceid }));
  const [chosen, setChosen] = useState<BillingCycle>();
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const choose = (value: string) => {
    setChosen(billingCycles.find((cycle) => cycle === value));
    setFailure(undefined);
    forget();
  };
  const submit = async (billingcycle: BillingCycle) => {
    setPending(true);
    setFailure(undefined);
    try {
      await change((accepted) =>
        client.hosting.changeBillingCycle.mutate({ serviceid: server.serviceid, billingcycle, ...accepted }),
      );
      onClose();
    } catch (error) {
      setFailure(failureOf(error));
    } finally {
      setPending(false);
    }
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      size="lg"
      title={<Text fw={600}>{t('hosting.cycle.title', { server: server.label })}</Text>}
    >
      <QueryBoundary state={query} subject={t('hosting.cycle.what')}>
        {({ prices }) => (
          <Stack>
            <Radio.Group
              aria-label={t('hosting.cycle.label')}
              value={chosen ?? server.billingcycle ?? ''}
              onChange={choose}
            >
              <CycleTable server={server} prices={prices} />
            </Radio.Group>
            <Alert color="gray" icon={<IconInfoCircle aria-hidden />}>
              {t('hosting.cycle.effect')} <NextPayment price={priceOf(prices, chosen)} />
            </Alert>
            {question && <BudgetAlert {...question} />}
            {approval && (
              <AskForApproval
                key={chosen}
                question={approval}
                asked={{ kind: 'billing_cycle', serviceid: server.serviceid, billingcycle: chosen }}
              />
            )}
            {failure && <FailureAlert failure={failure} />}
            <Group className="dialog-actions">
              <Button variant="default" onClick={onClose}>
                {t('common.cancel')}
              </Button>
              <DisabledWithReason
                reason={chosen === undefined || chosen === server.billingcycle ? t('hosting.cycle.choose') : undefined}
              >
                <Button loading={pending} onClick={() => chosen && void submit(chosen)}>
                  {t(question ? 'hosting.budget.accept' : 'hosting.cycle.action')}
                </Button>
              </DisabledWithReason>
            </Group>
          </Stack>
        )}
      </QueryBoundary>
    </Dialog>
  );
};

const CycleTable = ({ server, prices }: { server: Server; prices: readonly CyclePrice[] }) => {
  const { t } = useTranslation();
  return (
    <Table aria-label={t('hosting.cycle.label')} horizontalSpacing="xs" verticalSpacing="xs">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="45%">{t('hosting.cycle.columns.cycle')}</Table.Th>
          <Table.Th ta="right">{t('hosting.cycle.columns.month')}</Table.Th>
          <Table.Th ta="right" visibleFrom="xs">
            {t('hosting.cycle.columns.term')}
          </Table.Th>
          <Table.Th ta="right">{t('hosting.cycle.columns.saving')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {billingCycles.map((cycle) => (
          <Cycle
            key={cycle}
            cycle={cycle}
            price={priceOf(prices, cycle)}
            prices={prices}
            isCurrent={cycle === server.billingcycle}
            disabledReason={cycleDisabledReason(cycle, prices, server, t)}
          />
        ))}
      </Table.Tbody>
    </Table>
  );
};

/** When the chosen cycle is paid for next, if the provider says so. */
const NextPayment = ({ price }: { price: CyclePrice | undefined }) => {
  const { t } = useTranslation();
  return price?.duedate
    ? richText({ date: <CalendarDate value={price.duedate} /> }, (marks) => t('hosting.cycle.due', marks))
    : null;
};

interface CycleProps {
  cycle: BillingCycle;
  price: CyclePrice | undefined;
  prices: readonly CyclePrice[];
  isCurrent: boolean;
  disabledReason: string | undefined;
}

const Cycle = ({ cycle, price, prices, isCurrent, disabledReason }: CycleProps) => {
  const { t, i18n } = useTranslation();
  const { money } = useMoney();
  const saving = price && savingOf(price, prices);
  return (
    <Table.Tr data-current={isCurrent}>
      <Table.Td>
        <Radio
          value={cycle}
          disabled={disabledReason !== undefined}
          label={
            <>
              {t(`hosting.cycles.${cycle}`)}
              {isCurrent && (
                <Badge component="span" ms={8}>
                  {t('hosting.cycle.isCurrent')}
                </Badge>
              )}
              {price && (
                <Text component="span" size="xs" c="dimmed" display="block" hiddenFrom="xs">
                  {money(price.price)}
                </Text>
              )}
            </>
          }
        />
      </Table.Td>
      {price ? (
        <>
          <Table.Td ta="right">{money(price.monthly)}</Table.Td>
          <Table.Td ta="right" visibleFrom="xs">
            {money(price.price)}
          </Table.Td>
          <Table.Td ta="right">
            {saving === undefined
              ? '–'
              : new Intl.NumberFormat(i18n.language, { style: 'percent', maximumFractionDigits: 0 }).format(
                  saving / 100,
                )}
          </Table.Td>
        </>
      ) : (
        <Table.Td colSpan={3} ta="right">
          <Text size="xs" c="dimmed">
            {disabledReason ?? t('hosting.cycle.notOffered')}
          </Text>
        </Table.Td>
      )}
    </Table.Tr>
  );
};
