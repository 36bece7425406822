import { Button, Group, Menu, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconEyeOff, IconRefresh, IconX } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPCClient } from '../../../api/context.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { MoreMenu } from '../../../components/more-menu.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import { richText } from '../../../languages/rich-text.tsx';
import { paths } from '../../../paths.ts';
import { ReportMenu } from './report-menu.tsx';
import { actionDisabledReason, closingTexts, type Run } from './runs.logic.ts';
import { useRunSteps } from './use-run.ts';

/** Actions available at every step: check with the provider, and in a menu, cancel the run or stop tracking it. */
export const RunFoot = ({ me, run }: { me: Me; run: Run }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const navigate = useNavigate();
  const { take, carryOut, pending } = useRunSteps(run.serviceid);
  const [cancelling, cancel] = useDisclosure();
  const [closing, close] = useDisclosure();
  const { run_id } = run;
  const leave = async (message: string) => {
    await navigate(paths.hosting);
    notifyDone(message);
  };
  return (
    <Group justify="space-between" gap="sm">
      <Text size="xs" c="dimmed" component="div">
        {richText({ when: <Timestamp value={run.started_at} show="relative" /> }, (marks) =>
          t('hosting.foot.started', { ...marks, name: run.started_by }),
        )}{' '}
        {run.checked_at &&
          richText({ when: <Timestamp value={run.checked_at} show="relative" /> }, (marks) =>
            t('hosting.foot.checked', marks),
          )}
      </Text>
      <Group gap="xs">
        <DisabledWithReason reason={actionDisabledReason(me, run, 'check', t)}>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={pending === 'check'}
            onClick={() => void take('check', () => client.hosting.checkUpgradeRun.mutate({ run_id }))}
          >
            {t('hosting.foot.check')}
          </Button>
        </DisabledWithReason>
        <ReportMenu me={me} run={run} />
        <MoreMenu name={run.server_label}>
          <DisabledWithReason reason={actionDisabledReason(me, run, 'cancel', t)}>
            <Menu.Item leftSection={<IconX size={16} aria-hidden />} onClick={cancel.open}>
              {t('hosting.foot.cancel.action')}
            </Menu.Item>
          </DisabledWithReason>
          <DisabledWithReason reason={actionDisabledReason(me, run, 'close', t)}>
            <Menu.Item leftSection={<IconEyeOff size={16} aria-hidden />} onClick={close.open}>
              {t('hosting.foot.close.action')}
            </Menu.Item>
          </DisabledWithReason>
        </MoreMenu>
      </Group>
      <ConfirmDialog
        opened={cancelling}
        onClose={cancel.close}
        title={t('hosting.foot.cancel.title')}
        consequences={[t('hosting.foot.cancel.provider'), t('hosting.foot.cancel.again')]}
        action={t('hosting.foot.cancel.action')}
        onConfirm={async () => {
          await carryOut(() => client.hosting.cancelUpgradeRun.mutate({ run_id }));
          await leave(t('hosting.foot.cancel.done'));
        }}
      />
      <ConfirmDialog
        opened={closing}
        onClose={close.close}
        title={t('hosting.foot.close.title')}
        consequences={closingTexts(run, t)}
        action={t('hosting.foot.close.action')}
        onConfirm={async () => {
          await carryOut(() => client.hosting.closeUpgradeRun.mutate({ run_id, understood: true }));
          await leave(t('hosting.foot.close.done'));
        }}
      />
    </Group>
  );
};
