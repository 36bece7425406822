import { Alert, Anchor, Button, Text } from '@mantine/core';
import { IconAlertTriangle, IconExternalLink, IconFlask } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC, useTRPCClient } from '../../../api/context.tsx';
import { useNow } from '../../../components/clock.ts';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { CalendarDate } from '../../../components/timestamp.tsx';
import type { Connection } from '../servers/servers.logic.ts';
import { useMoney } from '../use-hosting.ts';
import { PlannedStart, PlanStartButton } from './planned-start.tsx';
import {
  actionDisabledReason,
  budgetDoubt,
  invoiceDoubt,
  invoiceUrl,
  isNegative,
  isOverdue,
  type Run,
} from './runs.logic.ts';
import { StepPanel, SumTiles, WaitingStep } from './step-parts.tsx';
import { useRunSteps } from './use-run.ts';

interface InvoiceStepProps {
  me: Me;
  run: Run;
  connection: Connection | undefined;
}

/** Between order and upgrade, the user pays the invoice outside of Castellan. */
export const InvoiceStep = ({ me, run, connection }: InvoiceStepProps) => {
  const { t } = useTranslation();
  if (run.state === 'ordering') {
    return <WaitingStep title={t('hosting.ordering.title')} lead={t('hosting.ordering.text')} />;
  }
  return <Invoice me={me} run={run} connection={connection} />;
};

const Invoice = ({ me, run, connection }: InvoiceStepProps) => {
  const { t } = useTranslation();
  const { money, currency } = useMoney();
  const now = useNow();
  const client = useTRPCClient();
  const { take, pending } = useRunSteps(run.serviceid);
  const { order, run_id, serviceid: serviceId, order_missing } = run;
  const invoice = connection && order ? invoiceUrl(connection, order) : undefined;
  const paid = run.invoice_paid === true;
  const isSandbox = run.mode === 'sandbox';
  const isCredit = isNegative(order);
  const nothingToPay = order !== null && (order.invoiceid === null || isCredit);
  const doubt = invoiceDoubt(run, currency, money, t);
  const unknown = budgetDoubt(run, connection?.monthly_budget ?? null, money, t);
  const asked = [...(doubt ? [doubt.text] : []), ...(unknown === undefined ? [] : [unknown])];
  const [asks, setAsks] = useState(false);
  const apply = () =>
    take('apply', () =>
      client.hosting.upgradeServer.mutate({
        serviceid: serviceId,
        ...doubt?.acceptance,
        accept_over_budget: unknown !== undefined,
      }),
    );
  const pays = isSandbox && !nothingToPay;
  const takeBack = async () => {
    const answer = await take('takeBack', () => client.hosting.cancelSandboxOrder.mutate({ run_id }));
    if (answer) notifyDone(t('hosting.invoice.takeBack.done'));
  };
  return (
    <StepPanel
      title={t(nothingToPay ? 'hosting.invoice.nothing' : paid ? 'hosting.invoice.paid' : 'hosting.invoice.title')}
      lead={t(
        nothingToPay || paid ? 'hosting.invoice.goOn' : pays ? 'hosting.invoice.sandbox' : 'hosting.invoice.lead',
      )}
      actions={
        <>
          {pays && !paid && (
            <DisabledWithReason reason={actionDisabledReason(me, run, 'pay_in_sandbox', t)}>
              <Button
                leftSection={<IconFlask size={18} aria-hidden />}
                loading={pending === 'pay'}
                onClick={() => void take('pay', () => client.hosting.paySandboxInvoice.mutate({ run_id }))}
              >
                {t('hosting.invoice.pay')}
              </Button>
            </DisabledWithReason>
          )}
          {invoice !== undefined && !nothingToPay && (
            <Button
              component="a"
              href={invoice}
              target="_blank"
              rel="noreferrer"
              variant="default"
              leftSection={<IconExternalLink size={18} aria-hidden />}
            >
              {t('hosting.invoice.open')}
            </Button>
          )}
          <DisabledWithReason reason={actionDisabledReason(me, run, 'apply', t)}>
            <Button
              variant={pays && !paid ? 'default' : 'filled'}
              loading={pending === 'apply'}
              onClick={() => (asked.length > 0 ? setAsks(true) : void apply())}
            >
              {t(nothingToPay || paid ? 'hosting.invoice.apply' : 'hosting.invoice.applyPaid')}
            </Button>
          </DisabledWithReason>
          <PlanStartButton me={me} run={run} />
          {isSandbox && !order_missing && (
            <Button variant="subtle" color="gray" loading={pending === 'takeBack'} onClick={() => void takeBack()}>
              {t('hosting.invoice.takeBack.action')}
            </Button>
          )}
        </>
      }
    >
      <PlannedStart me={me} run={run} />
      {order_missing && (
        <Alert color="orange" title={t('hosting.invoice.unlisted.title')} icon={<IconAlertTriangle aria-hidden />}>
          {t('hosting.invoice.unlisted.text')}
        </Alert>
      )}
      {doubt && (
        <Alert color="orange" title={doubt.title} icon={<IconAlertTriangle aria-hidden />}>
          {doubt.text}
        </Alert>
      )}
      {unknown !== undefined && (
        <Alert color="orange" title={t('hosting.budget.unknown')} icon={<IconAlertTriangle aria-hidden />}>
          {unknown}
        </Alert>
      )}
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title={doubt?.question ?? t('hosting.budget.question')}
        consequences={asked}
        action={t('hosting.invoice.apply')}
        onConfirm={apply}
      />
      {order && (
        <SumTiles
          tiles={[
            {
              label: t(isCredit ? 'hosting.invoice.credit' : 'hosting.invoice.total'),
              value: order.total === null ? '–' : money(order.total, order.currency),
            },
            {
              label: t('hosting.invoice.number'),
              value: order.invoiceid ?? '–',
              ...(order.orderid !== null && { detail: t('hosting.invoice.order', { number: order.orderid }) }),
            },
            {
              label: t('hosting.invoice.due'),
              value: order.duedate ? <CalendarDate value={order.duedate} /> : '–',
              ...(order.duedate && {
                detail: t(!paid && isOverdue(order, now) ? 'hosting.invoice.overdue' : 'hosting.invoice.dueHint'),
              }),
            },
          ]}
        />
      )}
      <Reboot serviceid={serviceId} />
      {!isSandbox && connection?.client_area_url && (
        <Text size="sm" c="dimmed">
          <Anchor href={connection.client_area_url} target="_blank" rel="noreferrer" underline="always">
            {connection.client_area_url}
          </Anchor>
        </Text>
      )}
    </StepPanel>
  );
};

/** With an order, the provider can tell; anything it doesn't report counts as possible. */
const Reboot = ({ serviceid: serviceId }: { serviceid: string }) => {
  const { t } = useTranslation();
  const query = useQuery(useTRPC().hosting.checkUpgradeReboot.queryOptions({ serviceid: serviceId }));
  return (
    <Alert color="yellow" icon={<IconAlertTriangle aria-hidden />}>
      {t(`hosting.reboot.${query.data?.reboot ?? 'possible'}`)}
    </Alert>
  );
};
