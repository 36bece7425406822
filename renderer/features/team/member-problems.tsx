import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconLock, IconTrash, IconUserOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { useNow } from '../../components/clock.ts';
import { notifyFailure } from '../../components/notify.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import {
  accessDisabledReason,
  disableDisabledReason,
  endOfLock,
  type MemberDetails,
  removalDisabledReason,
  sessionsDisabledReason,
} from './team.logic.ts';
import { useDisabledBy } from './use-disabled-by.ts';
import { useLetIn, type WayIn } from './use-let-in.ts';

/** What keeps a member from signing in now, above the rest of their page. Nothing if nothing does. */
export const MemberProblems = ({ me, member }: { me: Me; member: MemberDetails }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const { name, user_id, disabled_by: by } = member;
  const target = { tenant_id: me.tenant_id, user_id };
  const enabled = accessDisabledReason(me, member, t) === undefined;
  const disabledBy = useDisabledBy(me, member);
  // If it couldn't be loaded, the section on how they sign in says so.
  const access = useQuery(trpc.team.getMemberAccess.queryOptions(target, { enabled })).data;
  const now = useNow();
  const lockedUntil = endOfLock(access, now);
  if (by === null && !access?.deletion_at && lockedUntil === undefined) return null;
  return (
    <Stack gap="sm">
      {by !== null && (
        <Problem
          me={me}
          member={member}
          way="enable"
          color="red"
          icon={<IconUserOff aria-hidden />}
          title={
            disabledBy
              ? richText({ when: <Timestamp value={disabledBy.at} show="absolute" /> }, (marks) =>
                  t('team.problems.disabled.by', { name: disabledBy.name, ...marks }),
                )
              : t(by === 'admin' ? 'team.problems.disabled.admin' : 'team.problems.disabled.operator')
          }
          text={t('team.problems.disabled.text', { name })}
          reason={disableDisabledReason(me, member, t)}
        />
      )}
      {access?.deletion_at && (
        <Problem
          me={me}
          member={member}
          way="restore"
          color="red"
          icon={<IconTrash aria-hidden />}
          title={richText({ when: <Timestamp value={access.deletion_at} show="absolute" /> }, (marks) =>
            t('team.problems.deletion.title', marks),
          )}
          text={t('team.problems.deletion.text', { name })}
          reason={removalDisabledReason(me, member, t)}
        />
      )}
      {lockedUntil !== undefined && (
        <Problem
          me={me}
          member={member}
          way="unlock"
          color="yellow"
          icon={<IconLock aria-hidden />}
          title={richText({ when: <Timestamp value={lockedUntil} show="absolute" /> }, (marks) =>
            t('team.problems.locked.title', marks),
          )}
          text={t('team.problems.locked.text', { name })}
          reason={sessionsDisabledReason(me, member, t)}
        />
      )}
    </Stack>
  );
};

interface ProblemProps {
  me: Me;
  member: MemberDetails;
  way: WayIn;
  color: 'red' | 'yellow';
  icon: ReactNode;
  title: ReactNode;
  text: string;
  /** Why the user can't end it. */
  reason: string | undefined;
}

/** One thing that keeps a member out, with what ends it. */
const Problem = ({ me, member, way, color, icon, title, text, reason }: ProblemProps) => {
  const { t } = useTranslation();
  const letIn = useLetIn(me, way);
  return (
    <Alert color={color} icon={icon} title={title}>
      <Group justify="space-between" gap="sm">
        <div>
          <Text size="sm">{text}</Text>
          {reason !== undefined && (
            <Text size="sm" c="dimmed">
              {reason}
            </Text>
          )}
        </div>
        {reason === undefined && (
          <Button
            size="xs"
            variant="default"
            loading={letIn.isPending}
            onClick={() =>
              letIn.mutate(member, { onError: (error) => notifyFailure(t(`team.letIn.${way}.failed`), error) })
            }
          >
            {t(`team.letIn.${way}.action`)}
          </Button>
        )}
      </Group>
    </Alert>
  );
};
