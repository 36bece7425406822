import { Alert, Button, Stack, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { requestApproval } from '#shared/contract/hosting/request-approval.ts';
import type { RequestOf } from '#shared/contract/operation.ts';
import { useTRPC } from '../../api/context.tsx';
import { notifyFailure } from '../../components/notify.tsx';
import type { ApprovalQuestion } from './use-approvals.ts';
import { useMoney, useRefreshHosting } from './use-hosting.ts';

const texts = {
  approval_needed: 'reasons.STATE_CONFLICT.approval_needed',
  approval_unknown: 'reasons.STATE_CONFLICT.approval_unknown',
  approval_limit_kept: 'reasons.STATE_CONFLICT.approval_limit_kept',
} as const satisfies Record<ApprovalQuestion['reason'], string>;

interface AskForApprovalProps {
  question: ApprovalQuestion;
  asked: RequestOf<typeof requestApproval>;
}

/** Says that another owner has to agree to a change, and asks them. */
export const AskForApproval = ({ question: { reason, amount, limit }, asked }: AskForApprovalProps) => {
  const { t } = useTranslation();
  const { money } = useMoney();
  const refresh = useRefreshHosting();
  const ask = useMutation(
    useTRPC().hosting.requestApproval.mutationOptions({
      onError: (error) => notifyFailure(t('hosting.approvals.failed.ask'), error),
      onSettled: refresh,
    }),
  );
  const shown = { amount: amount === '' ? '' : money(amount), limit: money(limit) };
  return (
    <Alert color="orange" title={t('hosting.approvals.needed')} icon={<IconUsers aria-hidden />}>
      <Stack gap="sm" align="flex-start">
        <Text size="sm">{t(texts[reason], shown)}</Text>
        {ask.isSuccess ? (
          <Text size="sm" role="status">
            {t('hosting.approvals.done')}
          </Text>
        ) : (
          <Button size="xs" variant="default" loading={ask.isPending} onClick={() => ask.mutate(asked)}>
            {t('hosting.approvals.ask')}
          </Button>
        )}
      </Stack>
    </Alert>
  );
};
