import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCrown, IconUserMinus } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useMe } from '../../api/context.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { Page, Section } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { paths, patterns } from '../../paths.ts';
import { MemberHistory } from './member-history.tsx';
import { MemberSecondFactor } from './member-second-factor.tsx';
import { MemberSessions } from './member-sessions.tsx';
import { MemberWorkspaces } from './member-workspaces.tsx';
import { RemovalDialog } from './removal-dialog.tsx';
import { RoleSelect } from './role-select.tsx';
import { StatusBadge } from './status-badge.tsx';
import { type Member, removalDisabledReason, transferDisabledReason } from './team.logic.ts';
import { TransferDialog } from './transfer-dialog.tsx';
import { useMember } from './use-member.ts';

export const MemberPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const { userId } = useParams({ from: `/shell${patterns.member}` });
  const query = useMember(me, userId);
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
        {(member) => <MemberDetails me={me} member={member} />}
      </QueryBoundary>
    </Page>
  );
};

const MemberDetails = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  return (
    <Stack gap="lg">
      <Section title={t('team.member.membership')}>
        <Group gap="xl" align="flex-start">
          <Fact label={t('team.members.columns.role')}>
            <RoleSelect me={me} member={member} />
          </Fact>
          <Fact label={t('team.members.columns.status')}>
            <StatusBadge status={member.status} />
          </Fact>
          <Fact label={t('team.members.columns.lastLogin')}>
            <Timestamp value={member.last_login} />
          </Fact>
        </Group>
      </Section>
      <MemberWorkspaces me={me} member={member} />
      <MemberSessions me={me} member={member} />
      <MemberSecondFactor me={me} member={member} />
      <MemberHistory me={me} member={member} />
      <DangerZone me={me} member={member} />
    </Stack>
  );
};

const DangerZone = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  const [removing, remove] = useDisclosure();
  const [transferring, transfer] = useDisclosure();
  return (
    <Section title={t('team.member.danger')}>
      <Group>
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

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div>
    <Text size="xs" c="dimmed" mb={4}>
      {label}
    </Text>
    {children}
  </div>
);
