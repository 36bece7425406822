import { Alert, Button, Checkbox, Group, Stack, Table, Text } from '@mantine/core';
import { IconClock, IconDownload, IconInfoCircle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { maxQueueLength } from '#shared/flows/upgrade-queue.ts';
import { type Me, useTRPCClient } from '../../../api/context.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { Section } from '../../../components/page.tsx';
import { saveCsv } from '../../../components/save-file.ts';
import type { Run } from '../runs/runs.logic.ts';
import { manageDisabledReason } from '../servers/servers.logic.ts';
import { useApprovals } from '../use-approvals.ts';
import { useConnection, useMoney, useRefreshHosting } from '../use-hosting.ts';
import { ActRow } from './act-row.tsx';
import { HealthCheckFields, type HealthCheckForm, healthCheckOf, noHealthCheck } from './health-check-fields.tsx';
import { PlanStartsDialog } from './plan-starts-dialog.tsx';
import { changesToPay, leftOutReason, reviewedOf, runsFor, toPayCsv, totalToPay } from './queue.logic.ts';
import { useOpenRuns, useUnseenRuns } from './use-queue.ts';

interface ActPanelProps {
  me: Me;
  step: 'start' | 'confirm';
}

/** The dialog that is open. */
type Asked = 'act' | 'cancel';
/** Whether people have chosen an upgrade, by its ID. */
type Choices = Readonly<Record<string, boolean>>;

/** Upgrades that wait for payment, or for a decision: what would happen to each, and one button for all that are chosen. */
export const ActPanel = ({ me, step: action }: ActPanelProps) => {
  const { t } = useTranslation();
  const open = useOpenRuns().data?.runs ?? [];
  const unseen = useUnseenRuns().data?.runs ?? [];
  const runs = [...runsFor(action, open), ...(action === 'start' ? changesToPay(unseen) : [])].toReversed();
  const [choices, setChoices] = useState<Choices>({});
  const [planning, setPlanning] = useState<readonly Run[]>([]);
  const [plans, setPlans] = useState(false);
  return (
    <>
      {runs.length > 0 && (
        <Section title={t(`hosting.queue.act.${action}.title`)} lead={t(`hosting.queue.act.${action}.lead`)}>
          <Chosen
            me={me}
            step={action}
            runs={runs}
            choices={choices}
            onChoices={setChoices}
            onPlan={(chosen) => {
              setPlanning(chosen);
              setPlans(true);
            }}
          />
        </Section>
      )}
      {/* Stays open with what was entered, whatever others do with the upgrades meanwhile: the service says if it's too late. */}
      <PlanStartsDialog
        me={me}
        runs={planning.map((run) => open.find(({ run_id }) => run_id === run.run_id) ?? run)}
        opened={plans}
        onClose={() => setPlans(false)}
        onPlanned={() => {
          setChoices({});
          setPlans(false);
        }}
      />
    </>
  );
};

interface ChosenProps extends ActPanelProps {
  runs: readonly Run[];
  /** All are chosen unless they start by themselves, or someone says otherwise. */
  choices: Choices;
  onChoices: (change: (before: Choices) => Choices) => void;
  onPlan: (chosen: readonly Run[]) => void;
}

const Chosen = ({ me, step: action, runs, choices, onChoices, onPlan }: ChosenProps) => {
  const { t } = useTranslation();
  const { money, currency } = useMoney();
  const client = useTRPCClient();
  const refresh = useRefreshHosting();
  const account = { connection: useConnection(), approvals: useApprovals() };
  const [asks, setAsks] = useState<Asked>();
  const [check, setCheck] = useState<HealthCheckForm>(noHealthCheck);
  const reasonOf = (run: Run) => leftOutReason(action, run, account, t);
  const canPlan = (run: Run) => action === 'start' && leftOutReason('plan', run, account, t) === undefined;
  const possible = runs.filter((run) => reasonOf(run) === undefined || canPlan(run));
  const chosen = possible
    .filter(({ run_id, apply_window: window }) => choices[run_id] ?? window === null)
    .slice(0, maxQueueLength);
  const acting = chosen.filter((run) => reasonOf(run) === undefined);
  const planning = chosen.filter(canPlan);
  const planned = chosen.filter(({ apply_window: window, refused }) => window && refused.cancel_window === undefined);
  const count = acting.length;
  const total = totalToPay(runs, currency);
  const health_check = healthCheckOf(check);
  const refused = manageDisabledReason(me, t);
  const reason =
    refused ??
    (count === 0 ? t('hosting.queue.act.nothing') : undefined) ??
    (action === 'confirm' && health_check === 'invalid' ? t('hosting.queue.health.invalid') : undefined);
  const close = () => setAsks(undefined);
  const send = async () => {
    const given = action === 'confirm' && health_check !== undefined && health_check !== 'invalid' && { health_check };
    await client.hosting.createUpgradeQueue.mutate({ action, runs: reviewedOf(acting), ...given }).finally(refresh);
  };
  const cancelStarts = async () => {
    await client.hosting.planUpgradeStarts.mutate({ runs: reviewedOf(planned), window: null }).finally(refresh);
    notifyDone(t('hosting.queue.window.cancelled', { count: planned.length }));
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
                checked={chosen.length > 0 && chosen.length === possible.length}
                indeterminate={chosen.length > 0 && chosen.length < possible.length}
                disabled={possible.length === 0}
                onChange={() => {
                  const isChosen = chosen.length === 0;
                  onChoices(() => Object.fromEntries(possible.map(({ run_id }) => [run_id, isChosen])));
                }}
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
            reason={reasonOf(run)}
            disabled={!possible.includes(run)}
            checked={chosen.includes(run)}
            onCheck={(checked) => onChoices((before) => ({ ...before, [run.run_id]: checked }))}
          />
        ))}
      </DataTable>
      {action === 'start' && total !== undefined && (
        <Text size="sm" fw={600} className="figures">
          {t('hosting.queue.act.total', { total: money(total) })}
        </Text>
      )}
      {action === 'start' && acting.some(({ invoice_paid }) => invoice_paid === null) && (
        <Alert color="blue" icon={<IconInfoCircle aria-hidden />}>
          {t('hosting.queue.act.unknownPayment')}
        </Alert>
      )}
      {action === 'confirm' && <HealthCheckFields value={check} onChange={setCheck} />}
      <Group gap="sm">
        <DisabledWithReason reason={reason}>
          <Button onClick={() => setAsks('act')}>{t(`hosting.queue.act.${action}.action`, { count })}</Button>
        </DisabledWithReason>
        {planning.length > 0 && (
          <DisabledWithReason reason={refused}>
            <Button
              variant="default"
              leftSection={<IconClock size={16} aria-hidden />}
              onClick={() => onPlan(planning)}
            >
              {t('hosting.queue.window.action', { count: planning.length })}
            </Button>
          </DisabledWithReason>
        )}
        {planned.length > 0 && (
          <DisabledWithReason reason={refused}>
            <Button variant="default" onClick={() => setAsks('cancel')}>
              {t('hosting.queue.window.cancel', { count: planned.length })}
            </Button>
          </DisabledWithReason>
        )}
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
        opened={asks === 'act'}
        onClose={close}
        title={t(`hosting.queue.act.${action}.question`, { count })}
        consequences={[t(`hosting.queue.act.${action}.consequence`), t('hosting.queue.act.stops')]}
        action={t(`hosting.queue.act.${action}.action`, { count })}
        onConfirm={send}
      />
      <ConfirmDialog
        opened={asks === 'cancel'}
        onClose={close}
        title={t('hosting.queue.window.question', { count: planned.length })}
        consequences={[t('hosting.queue.window.consequence')]}
        isReversible
        action={t('hosting.queue.window.cancel', { count: planned.length })}
        onConfirm={cancelStarts}
      />
    </Stack>
  );
};
