import { Text } from '@mantine/core';
import { IconDevices } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { EmptyState, QueryBoundary } from '../../components/query-boundary.tsx';
import { SessionList } from '../../components/session-list.tsx';
import { type Member, sessionsDisabledReason } from './team.logic.ts';

/** A member's sessions, for those who may manage them. */
export const MemberSessions = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  const disabledReason = sessionsDisabledReason(me, member, t);
  return (
    <Section title={t('team.sessions.title')} lead={t('team.sessions.lead', { name: member.name })}>
      {disabledReason === undefined ? (
        <Allowed me={me} member={member} />
      ) : (
        <Text size="sm" c="dimmed">
          {disabledReason}
        </Text>
      )}
    </Section>
  );
};

const Allowed = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const target = { tenant_id: me.tenant_id, user_id: member.user_id };
  const query = useQuery(trpc.sessions.listMemberSessions.queryOptions(target));
  const revoke = useMutation(trpc.sessions.revokeMemberSession.mutationOptions());
  return (
    <QueryBoundary state={query} subject={t('team.sessions.what')}>
      {({ sessions }) =>
        sessions.length === 0 ? (
          <EmptyState icon={<IconDevices />} title={t('team.sessions.none.title')}>
            {t('team.sessions.none.text', { name: member.name })}
          </EmptyState>
        ) : (
          <SessionList
            sessions={sessions}
            whose={member.name}
            onEnd={async ({ session_id }) => {
              await revoke.mutateAsync({ ...target, session_id });
              notifyDone(t('team.sessions.ended'));
              await queryClient.invalidateQueries(trpc.sessions.pathFilter());
            }}
          />
        )
      }
    </QueryBoundary>
  );
};
