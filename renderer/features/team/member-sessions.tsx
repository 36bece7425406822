import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { SessionList } from '../../components/session-list.tsx';
import { RestrictedSection } from './restricted-section.tsx';
import { othersOf, SignOutDialog, useSessionsOf } from './sign-out-dialog.tsx';
import { type Member, seenSessionsDisabledReason, sessionsDisabledReason } from './team.logic.ts';

/** A member's sessions, for users who may see everyone's. To end one, they have to govern the member. */
export const MemberSessions = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  const mayEnd = sessionsDisabledReason(me, member, t) === undefined;
  return (
    <RestrictedSection
      title={t('team.sessions.title')}
      actions={mayEnd && <SignOutEverywhere me={me} member={member} />}
      disabledReason={seenSessionsDisabledReason(me, member, t)}
    >
      <ActiveSessions me={me} member={member} mayEnd={mayEnd} />
    </RestrictedSection>
  );
};

const SignOutEverywhere = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  const [confirming, confirm] = useDisclosure();
  const { data } = useSessionsOf(me, member);
  if (othersOf(data) === 0) return null;
  return (
    <>
      <Button variant="default" size="xs" onClick={confirm.open}>
        {t(member.user_id === me.user_id ? 'team.sessions.everywhere.ownAction' : 'team.sessions.everywhere.action')}
      </Button>
      <SignOutDialog me={me} member={member} opened={confirming} onClose={confirm.close} />
    </>
  );
};

const ActiveSessions = ({ me, member, mayEnd }: { me: Me; member: Member; mayEnd: boolean }) => {
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
            {...(mayEnd && {
              onEnd: async ({ session_id }) => {
                await revoke.mutateAsync({ tenant_id: me.tenant_id, user_id: member.user_id, session_id });
                notifyDone(t('team.sessions.ended'));
                await queryClient.invalidateQueries(trpc.sessions.pathFilter());
              },
            })}
          />
        )
      }
    </QueryBoundary>
  );
};
