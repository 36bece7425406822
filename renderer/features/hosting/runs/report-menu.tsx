import { Button, Menu } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Finding, findings, reportAction } from '#shared/flows/upgrade-actions.ts';
import { type Me, useTRPCClient } from '../../../api/context.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { notifyDone } from '../../../components/notify.tsx';
import { AskForApproval } from '../ask-for-approval.tsx';
import { useApprovalQuestion } from '../use-approvals.ts';
import { actionDisabledReason, type Run } from './runs.logic.ts';
import { useRunSteps } from './use-run.ts';

/** What an owner may report after a look at the provider; absent while the provider's answers tell everything. */
export const ReportMenu = ({ me, run }: { me: Me; run: Run }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const { carryOut } = useRunSteps(run.serviceid);
  const { question, unlessApproved } = useApprovalQuestion();
  const [reported, report] = useState<Finding>();
  const [opened, setOpened] = useState(false);
  const { run_id, version } = run;
  const possible = findings.filter((finding) => actionDisabledReason(me, run, reportAction(finding), t) === undefined);
  if (possible.length === 0) return null;
  const finding = reported ?? 'no_order';
  return (
    <>
      <Menu position="top-end">
        <Menu.Target>
          <Button variant="default" size="xs" leftSection={<IconEye size={16} aria-hidden />}>
            {t('hosting.report.open')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {possible.map((name) => (
            <Menu.Item
              key={name}
              onClick={() => {
                report(name);
                setOpened(true);
              }}
            >
              {t(`hosting.report.${name}.action`)}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ConfirmDialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('hosting.report.title')}
        consequences={[t('hosting.report.lead'), t(`hosting.report.${finding}.meaning`), t('hosting.report.audit')]}
        action={t(`hosting.report.${finding}.action`)}
        onConfirm={async () => {
          await unlessApproved(() =>
            carryOut(() => client.hosting.reportUpgradeFinding.mutate({ run_id, version, finding, understood: true })),
          );
          notifyDone(t(`hosting.report.${finding}.done`));
        }}
      >
        {question && <AskForApproval question={question} asked={{ kind: 'upgrade', serviceid: run.serviceid }} />}
      </ConfirmDialog>
    </>
  );
};
