import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPCClient } from '../../../api/context.tsx';
import { FormDialog } from '../../../components/form-dialog.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import type { Run } from '../runs/runs.logic.ts';
import { useWindowZone, usualWindow, WindowFields, windowSchema } from '../runs/window-fields.tsx';
import { useRefreshHosting } from '../use-hosting.ts';
import { reviewedOf } from './queue.logic.ts';

interface PlanStartsDialogProps {
  me: Me;
  runs: readonly Run[];
  opened: boolean;
  onClose: () => void;
  onPlanned: () => void;
}

/** One maintenance window for several upgrades. */
export const PlanStartsDialog = ({ me, runs, opened, onClose, onPlanned }: PlanStartsDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refresh = useRefreshHosting();
  const zone = useWindowZone(me);
  const count = runs.length;
  const planned = runs.find((run) => run.apply_window)?.apply_window;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('hosting.queue.window.action', { count })}
      action={t('hosting.queue.window.action', { count })}
      operation={{
        schema: windowSchema,
        initialValues: planned ? { from: planned.from, until: planned.until } : usualWindow,
        submit: async (times) => {
          const window = { ...times, time_zone: zone };
          await client.hosting.planUpgradeStarts.mutate({ runs: reviewedOf(runs), window }).finally(refresh);
          notifyDone(t('hosting.queue.window.done', { count }));
          onPlanned();
        },
      }}
    >
      {(form) => (
        <>
          <Text size="sm">{t('hosting.queue.window.lead')}</Text>
          <WindowFields form={form} zone={zone} mode={runs[0]?.mode ?? 'live'} />
        </>
      )}
    </FormDialog>
  );
};
