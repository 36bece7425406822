import { Alert, Button, Grid, Group, Stack, Text } from '@mantine/core';
import { IconLock, IconTrash, IconUserOff } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { notifyDone, notifyFailure } from '../../components/notify.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { accessDisabledReason, type MemberDetails, sessionsDisabledReason } from './team.logic.ts';
import { useRefreshTeam } from './use-team.ts';

/** What keeps a member from signing in now, above the rest of their page. Nothing if nothing does. */
export const MemberProblems = ({ me, member }: { me: Me; member: MemberDetails }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const { name, user_id, disabled_by: by } = member;
  const target = { tenant_id: me.tenant_id, user_id };
  const enabled = accessDisabledReason(me, member, t) === undefined;
  // If it couldn't be loaded, the section on how they sign in says so.
  const access = useQuery(trpc.team.getMemberAccess.queryOptions(target, { enabled })).data;
  if (by === null && !access?.deletion_at && !access?.locked_until) return null;
  return (
    <Grid.Col span={12} order={0}>
      <Stack gap="sm">
        {by !== null && (
          <Alert
            color="red"
            icon={<IconUserOff aria-hidden />}
            title={t(by === 'admin' ? 'team.problems.disabled.admin' : 'team.problems.disabled.operator')}
          >
            {t('team.problems.disabled.text', { name })}
          </Alert>
        )}
        {access?.deletion_at && (
          <Alert
            color="red"
            icon={<IconTrash aria-hidden />}
            title={richText({ when: <Timestamp value={access.deletion_at} show="absolute" /> }, (marks) =>
              t('team.problems.deletion.title', marks),
            )}
          >
            {t('team.problems.deletion.text', { name })}
          </Alert>
        )}
        {access?.locked_until && <Locked me={me} member={member} until={access.locked_until} />}
      </Stack>
    </Grid.Col>
  );
};

const Locked = ({ me, member, until }: { me: Me; member: MemberDetails; until: string }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const refresh = useRefreshTeam();
  const { name, user_id } = member;
  const unlock = useMutation(
    trpc.team.unlockMember.mutationOptions({
      onSuccess: async () => {
        notifyDone(t('team.problems.locked.done', { name }));
        await refresh();
      },
      onError: (error) => notifyFailure(t('team.problems.locked.failed'), error),
    }),
  );
  return (
    <Alert
      color="yellow"
      icon={<IconLock aria-hidden />}
      title={richText({ when: <Timestamp value={until} show="absolute" /> }, (marks) =>
        t('team.problems.locked.title', marks),
      )}
    >
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('team.problems.locked.text', { name })}</Text>
        <DisabledWithReason reason={sessionsDisabledReason(me, member, t)}>
          <Button
            size="xs"
            variant="default"
            loading={unlock.isPending}
            onClick={() => unlock.mutate({ tenant_id: me.tenant_id, user_id })}
          >
            {t('team.problems.locked.action')}
          </Button>
        </DisabledWithReason>
      </Group>
    </Alert>
  );
};
