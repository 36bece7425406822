import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconShieldOff } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { SessionList } from '../../components/session-list.tsx';
import {
  type Member,
  resetConsequences,
  resetDisabledReason,
  secondFactorDisabledReason,
  sessionsDisabledReason,
} from './team.logic.ts';

interface RestrictedSectionProps {
  title: string;
  lead?: string;
  actions?: ReactNode;
  /** Shown instead of the content if the user may not see it. */
  disabledReason: string | undefined;
  children: ReactNode;
}

/** A section of the member's page that not everyone may see. */
export const RestrictedSection = ({ disabledReason, children, ...section }: RestrictedSectionProps) => (
  <Section {...section}>
    {disabledReason === undefined ? (
      children
    ) : (
      <Text size="sm" c="dimmed">
        {disabledReason}
      </Text>
    )}
  </Section>
);

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

/** Whether a member uses two-factor authentication, and a reset for members who lost their device. */
export const MemberSecondFactor = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  const disabledReason = secondFactorDisabledReason(me, member, t);
  return (
    <RestrictedSection
      title={t('team.secondFactor.title')}
      lead={t('team.secondFactor.lead')}
      disabledReason={disabledReason}
    >
      <SecondFactorReset me={me} member={member} />
    </RestrictedSection>
  );
};

const SecondFactorReset = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [resetting, reset] = useDisclosure();
  const { name } = member;
  const target = { tenant_id: me.tenant_id, user_id: member.user_id };
  const query = useQuery(trpc.security.getMemberSecondFactor.queryOptions(target));
  return (
    <QueryBoundary state={query} subject={t('team.secondFactor.what')}>
      {({ enabled }) => (
        <Group justify="space-between">
          <Text size="sm">{t(enabled ? 'team.secondFactor.enabled' : 'team.secondFactor.none', { name })}</Text>
          <DisabledWithReason reason={resetDisabledReason(me, member, enabled, t)}>
            <Button variant="default" leftSection={<IconShieldOff size={16} aria-hidden />} onClick={reset.open}>
              {t('team.secondFactor.reset.action')}
            </Button>
          </DisabledWithReason>
          <ConfirmDialog
            opened={resetting}
            onClose={reset.close}
            title={t('team.secondFactor.reset.title', { name })}
            consequences={resetConsequences(member, t)}
            action={t('team.secondFactor.reset.action')}
            onConfirm={async () => {
              await client.security.resetMemberSecondFactor.mutate(target);
              notifyDone(t('team.secondFactor.reset.done', { name }));
              await queryClient.invalidateQueries(trpc.security.pathFilter());
              await queryClient.invalidateQueries(trpc.sessions.pathFilter());
            }}
          />
        </Group>
      )}
    </QueryBoundary>
  );
};
