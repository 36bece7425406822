import { Button, Grid, Group, List, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCrown, IconUserMinus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { contract } from '#shared/contract/index.ts';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useMe, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { CurrentPasswordInput } from '../../components/current-password-input.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page, Section } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { paths, patterns } from '../../paths.ts';
import { MemberAccess } from './member-access.tsx';
import { MemberAccount } from './member-account.tsx';
import { MemberApiKeys } from './member-api-keys.tsx';
import { MemberHistory } from './member-history.tsx';
import { MemberProblems } from './member-problems.tsx';
import { MemberSecondFactor } from './member-second-factor.tsx';
import { MemberSessions } from './member-sessions.tsx';
import { MemberSignIn } from './member-sign-in.tsx';
import { MemberSummary } from './member-summary.tsx';
import { MemberWorkspaces } from './member-workspaces.tsx';
import { RemovalDialog } from './removal-dialog.tsx';
import { type Member, type MemberDetails, removalDisabledReason, transferDisabledReason } from './team.logic.ts';
import { useMemberReads } from './use-member-reads.ts';
import { useRefreshTeam } from './use-team.ts';

export const MemberPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const { userId } = useParams({ from: `/shell${patterns.member}` });
  const query = useQuery(useTRPC().team.getMember.queryOptions({ tenant_id: me.tenant_id, user_id: userId }));
  return (
    <Page
      title={query.data?.name ?? t('team.member.title')}
      lead={query.data?.email}
      back={
        <AnchorLink {...paths.team} size="sm">
          {t('team.member.back')}
        </AnchorLink>
      }
    >
      <QueryBoundary state={query} subject={t('team.member.what')} loading={<Skeleton h={160} />}>
        {(member) => <Details me={me} member={member} />}
      </QueryBoundary>
    </Page>
  );
};

const Details = ({ me, member }: { me: Me; member: MemberDetails }) =>
  useMemberReads(me, member) ? <Skeleton h={160} /> : <Sections me={me} member={member} />;

/**
 * What is wrong now, then what they can do and how they sign in on the left, and who they are and what can be done on the
 * right. What happened comes last.
 */
const Sections = ({ me, member }: { me: Me; member: MemberDetails }) => (
  <Grid gap="var(--castellan-gap)">
    <MemberProblems me={me} member={member} />
    <Grid.Col span={{ base: 12, md: 4 }} order={{ base: 1, md: 2 }}>
      <Stack gap="var(--castellan-gap)">
        <MemberSummary me={me} member={member} />
        {may(me.role, 'team.manage') && <MemberAccount me={me} member={member} />}
        <MemberSecondFactor me={me} member={member} />
        <DangerZone me={me} member={member} />
      </Stack>
    </Grid.Col>
    <Grid.Col span={{ base: 12, md: 8 }} order={{ base: 2, md: 1 }}>
      <Stack gap="var(--castellan-gap)">
        <MemberWorkspaces me={me} member={member} />
        <MemberSignIn me={me} member={member} />
        <MemberSessions me={me} member={member} />
        {may(me.role, 'sessions.manage') && <MemberApiKeys me={me} member={member} />}
        <MemberHistory me={me} member={member} />
      </Stack>
    </Grid.Col>
  </Grid>
);

const DangerZone = ({ me, member }: { me: Me; member: MemberDetails }) => {
  const { t } = useTranslation();
  const [removing, remove] = useDisclosure();
  const [transferring, transfer] = useDisclosure();
  return (
    <Section title={t('team.member.danger')}>
      <Group>
        <MemberAccess me={me} member={member} />
        <DisabledWithReason reason={transferDisabledReason(me, member, t)}>
          <Button variant="default" leftSection={<IconCrown size={16} aria-hidden />} onClick={transfer.open}>
            {t('team.transfer.action')}
          </Button>
        </DisabledWithReason>
        <DisabledWithReason reason={removalDisabledReason(me, member, t)}>
          <Button
            color="red"
            variant="outline"
            leftSection={<IconUserMinus size={16} aria-hidden />}
            onClick={remove.open}
          >
            {t('team.member.remove')}
          </Button>
        </DisabledWithReason>
      </Group>
      <RemovalDialog me={me} members={[member]} opened={removing} onClose={remove.close} />
      <TransferDialog me={me} member={member} opened={transferring} onClose={transfer.close} />
    </Section>
  );
};

interface TransferDialogProps {
  me: Me;
  member: Member;
  opened: boolean;
  onClose: () => void;
}

const TransferDialog = ({ me, member: { user_id, name }, opened, onClose }: TransferDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const refreshTeam = useRefreshTeam();
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('team.transfer.title', { name })}
      action={t('team.transfer.action')}
      color="red"
      operation={{
        schema: contract.team.transferOwnership.input.pick({ password: true }),
        initialValues: { password: '' },
        fieldOfCode: { CURRENT_PASSWORD_INVALID: 'password' },
        submit: async ({ password }) => {
          await client.team.transferOwnership.mutate({ tenant_id: me.tenant_id, user_id, password });
          notifyDone(t('team.transfer.done', { name }));
          onClose();
          await refreshTeam();
        },
      }}
    >
      {(form) => (
        <>
          <List size="sm" spacing="xs">
            <List.Item>{t('team.transfer.heir', { name })}</List.Item>
            <List.Item>{t('team.transfer.you')}</List.Item>
            <List.Item>{t('team.transfer.undo')}</List.Item>
          </List>
          <CurrentPasswordInput label={t('common.yourPassword')} data-autofocus {...form.getInputProps('password')} />
        </>
      )}
    </FormDialog>
  );
};
