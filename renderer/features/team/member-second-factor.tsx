import { Button, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconShieldOff } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { RestrictedSection } from './restricted-section.tsx';
import { type Member, resetConsequences, resetDisabledReason, secondFactorDisabledReason } from './team.logic.ts';

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
