import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { SessionList } from '../../components/session-list.tsx';
import { RestrictedSection } from './restricted-section.tsx';
import { type Member, sessionsDisabledReason } from './team.logic.ts';

/** A member's sessions, for users who may manage them. */
export const MemberSessions = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  const disabledReason = sessionsDisabledReason(me, member, t);
  return (
    <RestrictedSection
      title={t('team.sessions.title')}
      actions={disabledReason === undefined && <SignOutEverywhere me={me} member={member} />}
      disabledReason={disabledReason}
    >
      <ActiveSessions me={me} member={member} />
    </RestrictedSection>
  );
};

const useSessionsOf = (me: Me, member: Member) => {
  const trpc = useTRPC();
  return useQuery(trpc.sessions.listMemberSessions.queryOptions({ tenant_id: me.tenant_id, user_id: member.user_id }));
};

const SignOutEverywhere = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [confirming, confirm] = useDisclosure();
  const { data } = useSessionsOf(me, member);
  const revoke = useMutation(trpc.sessions.revokeMemberSessions.mutationOptions());
  const others = data?.sessions.filter(({ current }) => !current).length ?? 0;
  if (others === 0) return null;
  const { name, user_id } = member;
  const isSelf = user_id === me.user_id;
  return (
    <>
      <Button variant="default" size="xs" onClick={confirm.open}>
        {t(isSelf ? 'team.sessions.everywhere.ownAction' : 'team.sessions.everywhere.action')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        onClose={confirm.close}
        title={t('team.sessions.everywhere.title', { name })}
        consequences={[
          t('team.sessions.everywhere.devices', { count: others }),
          t(isSelf ? 'team.sessions.everywhere.ownStays' : 'team.sessions.everywhere.links'),
        ]}
        action={t('team.sessions.everywhere.action')}
        onConfirm={async () => {
          const { ended } = await revoke.mutateAsync({ tenant_id: me.tenant_id, user_id });
          notifyDone(t('team.sessions.everywhere.done', { count: ended }));
          await queryClient.invalidateQueries(trpc.sessions.pathFilter());
        }}
      />
    </>
  );
};

const ActiveSessions = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const query = useSessionsOf(me, member);
  const revoke = useMutation(trpc.sessions.revokeMemberSession.mutationOptions());
  return (
    <QueryBoundary state={query} subject={t('team.sessions.what')}>
      {({ sessions }) =>
        sessions.length === 0 ? (
          <Text size="sm" c="dimmed">
            {t('team.sessions.none')}
          </Text>
        ) : (
          <SessionList
            sessions={sessions}
            whose={member.name}
            onEnd={async ({ session_id }) => {
              await revoke.mutateAsync({ tenant_id: me.tenant_id, user_id: member.user_id, session_id });
              notifyDone(t('team.sessions.ended'));
              await queryClient.invalidateQueries(trpc.sessions.pathFilter());
            }}
          />
        )
      }
    </QueryBoundary>
  );
};
