import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconCalendarTime, IconClock } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPCClient } from '../../../api/context.tsx';
import { useNow } from '../../../components/clock.ts';
import { zoneName } from '../../../components/dates.ts';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import { richText } from '../../../languages/rich-text.tsx';
import { useConnection, useMoney } from '../use-hosting.ts';
import { actionDisabledReason, budgetDoubt, invoiceDoubt, type Run } from './runs.logic.ts';
import { useRunSteps } from './use-run.ts';
import { useWindowZone, usualWindow, WindowFields, windowSchema } from './window-fields.tsx';

interface PlannedStartProps {
  me: Me;
  run: Run;
}

/** When the upgrade starts on its own, if that is planned. */
export const PlannedStart = ({ me, run }: PlannedStartProps) => {
  const { t } = useTranslation();
  const now = useNow();
  const client = useTRPCClient();
  const { take, pending } = useRunSteps(run.serviceid);
  const [asks, setAsks] = useState(false);
  const { apply_window: window, run_id } = run;
  if (!window) return null;
  const { from, until, next_start } = window;
  const zone = zoneName(window.time_zone);
  const cancel = async () => {
    const answer = await take('unplan', () => client.hosting.cancelUpgradeWindow.mutate({ run_id }));
    if (answer) notifyDone(t('hosting.window.cancelled'));
  };
  return (
    <Alert color="verdigris" title={t('hosting.window.planned')} icon={<IconCalendarTime aria-hidden />}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm" component="div">
          {Date.parse(next_start) <= now
            ? t('hosting.window.open', { from, until, zone })
            : richText({ when: <Timestamp value={next_start} show="absolute" /> }, (marks) =>
                t('hosting.window.range', { from, until, zone, ...marks }),
              )}
        </Text>
        <Group gap="sm">
          <DisabledWithReason reason={actionDisabledReason(me, run, 'set_window', t)}>
            <Button size="xs" variant="default" onClick={() => setAsks(true)}>
              {t('hosting.window.change')}
            </Button>
          </DisabledWithReason>
          <DisabledWithReason reason={actionDisabledReason(me, run, 'cancel_window', t)}>
            <Button size="xs" variant="default" loading={pending === 'unplan'} onClick={() => void cancel()}>
              {t('hosting.window.cancel')}
            </Button>
          </DisabledWithReason>
        </Group>
      </Stack>
      <WindowDialog me={me} run={run} opened={asks} onClose={() => setAsks(false)} />
    </Alert>
  );
};

/** Opens the dialog that plans a start. Absent once one is planned, but for the dialog: someone else may have planned it. */
export const PlanStartButton = ({ me, run }: PlannedStartProps) => {
  const { t } = useTranslation();
  const [asks, setAsks] = useState(false);
  return (
    <>
      {!run.apply_window && (
        <DisabledWithReason reason={actionDisabledReason(me, run, 'set_window', t)}>
          <Button variant="default" leftSection={<IconClock size={18} aria-hidden />} onClick={() => setAsks(true)}>
            {t('hosting.window.plan')}
          </Button>
        </DisabledWithReason>
      )}
      <WindowDialog me={me} run={run} opened={asks} onClose={() => setAsks(false)} />
    </>
  );
};

interface WindowDialogProps extends PlannedStartProps {
  opened: boolean;
  onClose: () => void;
}

const WindowDialog = ({ me, run, opened, onClose }: WindowDialogProps) => {
  const { t } = useTranslation();
  const { money, currency } = useMoney();
  const client = useTRPCClient();
  const { carryOut } = useRunSteps(run.serviceid);
  const zone = useWindowZone(me);
  const { run_id, apply_window: window, order, mode } = run;
  const doubt = invoiceDoubt(run, currency, money, t);
  const unknown = budgetDoubt(run, useConnection()?.monthly_budget ?? null, money, t);
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('hosting.window.title')}
      action={t('hosting.window.plan')}
      operation={{
        schema: windowSchema,
        edits: window !== null,
        stored: window ? { from: window.from, until: window.until } : usualWindow,
        recordedAs: {
          entries: [
            { action: 'setUpgradeWindow', target: run.serviceid },
            { action: 'cancelUpgradeWindow', target: run.serviceid },
          ],
        },
        submit: async ({ from, until }) => {
          await carryOut(() =>
            client.hosting.setUpgradeWindow.mutate({
              run_id,
              from,
              until,
              time_zone: zone,
              ...(doubt && order?.total && { accept_total: order.total }),
              accept_over_budget: unknown !== undefined,
            }),
          );
          notifyDone(t('hosting.window.done'));
          onClose();
        },
      }}
    >
      {(form) => (
        <>
          <Text size="sm">{t('hosting.window.lead')}</Text>
          <WindowFields form={form} zone={zone} mode={mode} />
          {doubt && order?.total && (
            <Text size="sm">{t('hosting.window.differs', { total: money(order.total, order.currency) })}</Text>
          )}
          {unknown !== undefined && <Text size="sm">{unknown}</Text>}
        </>
      )}
    </FormDialog>
  );
};
