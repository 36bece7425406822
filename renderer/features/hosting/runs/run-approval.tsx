import { Alert } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { AskForApproval } from '../ask-for-approval.tsx';
import { useApprovals } from '../use-approvals.ts';
import { useConnection } from '../use-hosting.ts';
import { runApproval } from './run-approval.logic.ts';
import type { Run } from './runs.logic.ts';

/** Above the steps of an upgrade that another owner has to agree to. */
export const RunApproval = ({ run }: { run: Run }) => {
  const { t } = useTranslation();
  const found = runApproval(run, useConnection(), useApprovals());
  if (!found) return null;
  const { question, approval } = found;
  if (!approval) return <AskForApproval question={question} asked={{ kind: 'upgrade', serviceid: run.serviceid }} />;
  const { approved_by } = approval;
  return (
    <Alert color={approved_by === null ? 'yellow' : 'verdigris'} icon={<IconUsers aria-hidden />}>
      {approved_by === null
        ? t('hosting.approvals.run.waiting')
        : t('hosting.approvals.run.agreed', { name: approved_by })}
    </Alert>
  );
};
