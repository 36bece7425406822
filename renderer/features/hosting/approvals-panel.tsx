import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPCClient } from '../../api/context.tsx';
import { useNow } from '../../components/clock.ts';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { isExpired } from '../../components/key-choices.ts';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { approvalText } from './approvals.logic.ts';
import { settingsDisabledReason } from './servers/servers.logic.ts';
import { type Approval, useApprovals } from './use-approvals.ts';
import { useMoney, useRefreshHosting } from './use-hosting.ts';

/** Changes that wait for the agreement of another owner, or have it. Absent if there are none. */
export const ApprovalsPanel = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const now = useNow();
  const approvals = useApprovals().filter((approval) => !isExpired(approval, now));
  if (approvals.length === 0) return null;
  return (
    <Section title={t('hosting.approvals.title')}>
      <Stack gap="md">
        {approvals.map((approval) => (
          <Row key={approval.approval_id} me={me} approval={approval} />
        ))}
      </Stack>
    </Section>
  );
};

const Row = ({ me, approval }: { me: Me; approval: Approval }) => {
  const { t } = useTranslation();
  const { money } = useMoney();
  const client = useTRPCClient();
  const refresh = useRefreshHosting();
  const [asks, setAsks] = useState(false);
  const [ending, setEnding] = useState(false);
  const { approval_id, is_own, approved_by, requested_at, requested_by, expires_at } = approval;
  const text = approvalText(approval, money, t);
  const isOpen = approved_by === null;
  const reason = settingsDisabledReason(me, t);
  const others = isOpen ? 'hosting.approvals.decline' : 'hosting.approvals.takeBack';
  const endWords = is_own ? 'hosting.approvals.withdraw' : others;
  const end = async () => {
    setEnding(true);
    try {
      await client.hosting.removeApproval.mutate({ approval_id });
      notifyDone(t('hosting.approvals.ended'));
    } catch (error) {
      notifyFailure(t('hosting.approvals.failed.end'), error);
    } finally {
      setEnding(false);
      await refresh();
    }
  };
  return (
    <Group justify="space-between" role="group" aria-label={text}>
      <Stack gap={4} flex="1 1 280px">
        <Text size="sm" fw={600} className="break-anywhere">
          {text}
        </Text>
        <Text size="sm" c="dimmed" component="div">
          {isOpen
            ? richText({ when: <Timestamp value={requested_at} show="relative" /> }, (marks) =>
                is_own
                  ? t('hosting.approvals.askedByYou', marks)
                  : t('hosting.approvals.asked', { name: requested_by, ...marks }),
              )
            : richText({ when: <Timestamp value={expires_at} show="absolute" /> }, (marks) =>
                t('hosting.approvals.agreed', { name: approved_by, ...marks }),
              )}
        </Text>
      </Stack>
      <Group gap="sm">
        {isOpen && !is_own && (
          <DisabledWithReason reason={reason}>
            <Button size="xs" onClick={() => setAsks(true)}>
              {t('hosting.approvals.approve')}
            </Button>
          </DisabledWithReason>
        )}
        <DisabledWithReason reason={reason}>
          <Button size="xs" variant="default" loading={ending} onClick={() => void end()}>
            {t(endWords)}
          </Button>
        </DisabledWithReason>
      </Group>
      <ConfirmDialog
        opened={asks}
        onClose={() => setAsks(false)}
        isReversible
        title={t('hosting.approvals.approveQuestion')}
        consequences={[text, t('hosting.approvals.approveText')]}
        action={t('hosting.approvals.approve')}
        onConfirm={async () => {
          await client.hosting.approveChange.mutate({ approval_id });
          await refresh();
          notifyDone(t('hosting.approvals.approved'));
        }}
      />
    </Group>
  );
};
