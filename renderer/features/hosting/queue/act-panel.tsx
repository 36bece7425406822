import { Alert, Anchor, Button, Checkbox, Group, Stack, Table, Text } from '@mantine/core';
import { IconDownload, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxQueueLength } from '#shared/flows/upgrade-queue.ts';
import { type Me, useTRPCClient } from '../../../api/context.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { Section } from '../../../components/page.tsx';
import { AnchorLink } from '../../../components/router-link.tsx';
import { saveCsv } from '../../../components/save-file.ts';
import { CalendarDate } from '../../../components/timestamp.tsx';
import { paths } from '../../../paths.ts';
import { invoiceUrl, type Run, runTopic } from '../runs/runs.logic.ts';
import { manageDisabledReason } from '../servers/servers.logic.ts';
import { useConnection, useMoney, useRefreshHosting } from '../use-hosting.ts';
import { HealthCheckFields, type HealthCheckForm, healthCheckOf, noHealthCheck } from './health-check-fields.tsx';
import { leftOutReason, reviewedOf, runsFor, toPayCsv, totalToPay } from './queue.logic.ts';
import { useOpenRuns } from './use-queue.ts';

interface ActPanelProps {
  me: Me;
  step: 'start' | 'confirm';
}

/** Upgrades that wait for payment, or for a decision: what would happen to each, and one button for all that are chosen. */
export const ActPanel = ({ me, step: action }: ActPanelProps) => {
  const { t } = useTranslation();
  const runs = runsFor(action, useOpenRuns().data?.runs ?? []).toReversed();
  if (runs.length === 0) return null;
  return (
    <Section title={t(`hosting.queue.act.${action}.title`)} lead={t(`hosting.queue.act.${action}.lead`)}>
      <Chosen me={me} step={action} runs={runs} />
    </Section>
  );
};

const Chosen = ({ me, step: action, runs }: ActPanelProps & { runs: readonly Run[] }) => {
  const { t } = useTranslation();
  const { money, currency } = useMoney();
  const client = useTRPCClient();
  const refresh = useRefreshHosting();
  /** All are chosen unless they were taken out. */
  const [without, setWithout] = useState<readonly string[]>([]);
  const [asks, setAsks] = useState(false);
  const [check, setCheck] = useState<HealthCheckForm>(noHealthCheck);
  const possible = runs.filter((run) => leftOutReason(action, run, currency, t) === undefined);
  const chosen = possible.filter(({ run_id }) => !without.includes(run_id)).slice(0, maxQueueLength);
  const count = chosen.length;
  const total = totalToPay(runs, currency);
  const health_check = healthCheckOf(check);
  const reason =
    manageDisabledReason(me.role, t) ??
    (count === 0 ? t('hosting.queue.act.nothing') : undefined) ??
    (action === 'confirm' && health_check === 'invalid' ? t('hosting.queue.health.invalid') : undefined);
  const send = async () => {
    const given = action === 'confirm' && health_check !== undefined && health_check !== 'invalid' && { health_check };
    await client.hosting.createUpgradeQueue.mutate({ action, runs: reviewedOf(chosen), ...given }).finally(refresh);
  };
  return (
    <Stack>
      <DataTable
        label={t(`hosting.queue.act.${action}.title`)}
        head={
          <>
            <Table.Th w={1}>
              <Checkbox
                aria-label={t('hosting.queue.act.all')}
                checked={count > 0 && count === possible.length}
                indeterminate={count > 0 && count < possible.length}
                disabled={possible.length === 0}
                onChange={() => setWithout(count > 0 ? possible.map(({ run_id }) => run_id) : [])}
              />
            </Table.Th>
            <Table.Th>{t('hosting.queue.columns.server')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('hosting.queue.act.happens')}</Table.Th>
            {action === 'start' && (
              <>
                <Table.Th visibleFrom="md">{t('hosting.invoice.due')}</Table.Th>
                <Table.Th ta="right">{t('hosting.invoice.number')}</Table.Th>
              </>
            )}
          </>
        }
      >
        {runs.map((run) => (
          <ActRow
            key={run.run_id}
            action={action}
            run={run}
            reason={leftOutReason(action, run, currency, t)}
            checked={chosen.includes(run)}
            onCheck={(checked) =>
              setWithout((ids) => [...ids.filter((id) => id !== run.run_id), ...(checked ? [] : [run.run_id])])
            }
          />
        ))}
      </DataTable>
      {action === 'start' && total !== undefined && (
        <Text size="sm" fw={600} className="figures">
          {t('hosting.queue.act.total', { total: money(total) })}
        </Text>
      )}
      {action === 'start' && chosen.some(({ invoice_paid }) => invoice_paid === null) && (
        <Alert color="blue" icon={<IconInfoCircle aria-hidden />}>
          {t('hosting.queue.act.unknownPayment')}
        </Alert>
      )}
      {action === 'confirm' && <HealthCheckFields value={check} onChange={setCheck} />}
      <Group gap="sm">
        <DisabledWithReason reason={reason}>
          <Button onClick={() => setAsks(true)}>{t(`hosting.queue.act.${action}.action`, { count })}</Button>
        </DisabledWithReason>
        {action === 'start' && (
          <Button
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            onClick={() => saveCsv('castellan-invoices-to-pay.csv', toPayCsv(runs, currency))}
          >
            {t('hosting.queue.act.export')}
          </Button>
        )}
      </Group>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        title={t(`hosting.queue.act.${action}.question`, { count })}
        consequences={[t(`hosting.queue.act.${action}.consequence`), t('hosting.queue.act.stops')]}
        action={t(`hosting.queue.act.${action}.action`, { count })}
        onConfirm={send}
      />
    </Stack>
  );
};

interface ActRowProps {
  action: 'start' | 'confirm';
  run: Run;
  reason: string | undefined;
  checked: boolean;
  onCheck: (checked: boolean) => void;
}

const ActRow = ({ action, run, reason, checked, onCheck }: ActRowProps) => {
  const { t } = useTranslation();
  const { money } = useMoney();
  const connection = useConnection();
  const { order, server_label: server } = run;
  const url = connection && order ? invoiceUrl(connection, order) : undefined;
  const amount = order?.total ? money(order.total, order.currency) : '–';
  const happens = reason ?? t(checked ? `hosting.queue.act.${action}.will` : 'hosting.queue.act.notChosen');
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox
          aria-label={t('hosting.servers.selection.one', { server })}
          checked={checked}
          disabled={reason !== undefined}
          onChange={(event) => onCheck(event.currentTarget.checked)}
        />
      </Table.Td>
      <Table.Td>
        <AnchorLink {...paths.upgrade(run.serviceid)} size="sm" fw={600} className="break-anywhere">
          {server}
        </AnchorLink>
        <Text size="xs" c="dimmed">
          {runTopic(run, t)}
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {happens}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" {...(reason !== undefined && { c: 'dimmed' })}>
          {happens}
        </Text>
      </Table.Td>
      {action === 'start' && (
        <>
          <Table.Td visibleFrom="md">{order?.duedate ? <CalendarDate value={order.duedate} /> : '–'}</Table.Td>
          <Table.Td ta="right" className="figures">
            <Text size="sm" fw={600}>
              {amount}
            </Text>
            {url !== undefined && (
              <Anchor href={url} target="_blank" rel="noreferrer" size="xs">
                {t('hosting.invoice.open')}
              </Anchor>
            )}
          </Table.Td>
        </>
      )}
    </Table.Tr>
  );
};
