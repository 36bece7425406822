import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconCrown, IconUserMinus } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { type Me, useMe } from '../../api/me.ts';
import { Loadable } from '../../components/loadable.tsx';
import { Page, Section } from '../../components/page.tsx';
import { Reasoned } from '../../components/reasoned.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { paths, patterns } from '../../paths.ts';
import { MemberSecondFactor } from './member-second-factor.tsx';
import { MemberSessions } from './member-sessions.tsx';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { RoleSelect } from './role-select.tsx';
import { StatusBadge } from './status-badge.tsx';
import { type Member, removalRefusal, transferRefusal } from './team.rules.ts';
import { TransferDialog } from './transfer-dialog.tsx';
import { useMember } from './use-member.ts';

const back = (
  <AnchorLink {...paths.team} size="sm">
    ← Team
  </AnchorLink>
);

export const MemberPage = () => {
  const me = useMe();
  const { userId } = useParams({ from: `/shell${patterns.member}` });
  const query = useMember(me, userId);
  return (
    <Page title={query.data?.name ?? 'Member'} lead={query.data?.email} back={back}>
      <Loadable state={query} what="The member" loading={<Skeleton h={160} />}>
        {(member) => <MemberDetails me={me} member={member} />}
      </Loadable>
    </Page>
  );
};

const MemberDetails = ({ me, member }: { me: Me; member: Member }) => {
  const [removing, remove] = useDisclosure();
  const [transferring, transfer] = useDisclosure();
  return (
    <Stack gap="lg">
      <Section title="Membership">
        <Group gap="xl">
          <Fact label="Role">
            <RoleSelect me={me} member={member} />
          </Fact>
          <Fact label="Status">
            <StatusBadge status={member.status} />
          </Fact>
          <Fact label="Last login">
            <Timestamp value={member.last_login} />
          </Fact>
        </Group>
      </Section>
      <MemberSessions me={me} member={member} />
      <MemberSecondFactor me={me} member={member} />
      <Section title="Danger zone">
        <Group>
          <Reasoned reason={transferRefusal(me, member)}>
            <Button variant="default" leftSection={<IconCrown size={16} aria-hidden />} onClick={transfer.open}>
              Transfer ownership
            </Button>
          </Reasoned>
          <Reasoned reason={removalRefusal(me, member)}>
            <Button
              color="red"
              variant="outline"
              leftSection={<IconUserMinus size={16} aria-hidden />}
              onClick={remove.open}
            >
              Remove from the team
            </Button>
          </Reasoned>
        </Group>
      </Section>
      <RemoveMemberDialog me={me} member={member} opened={removing} onClose={remove.close} />
      <TransferDialog me={me} member={member} opened={transferring} onClose={transfer.close} />
    </Stack>
  );
};

const Fact = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div>
    <Text size="xs" c="dimmed" mb={4}>
      {label}
    </Text>
    {children}
  </div>
);
