import { Grid, Group, Skeleton, Stack } from '@mantine/core';
import { IconUserQuestion } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useMe, useTRPC } from '../../api/context.tsx';
import { CommandItems } from '../../components/command-items.tsx';
import { offersFor } from '../../components/commands.ts';
import { Missing } from '../../components/missing.tsx';
import { MoreMenu } from '../../components/more-menu.tsx';
import { Page, SectionGroup } from '../../components/page.tsx';
import { presentIn, QueryBoundary } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { useTask } from '../../components/use-task.ts';
import { paths, patterns } from '../../paths.ts';
import { GuestBadge } from './guest-badge.tsx';
import { MemberAccount } from './member-account.tsx';
import { MemberApiKeys } from './member-api-keys.tsx';
import { MemberApplications } from './member-applications.tsx';
import { type MemberCommand, memberCommands } from './member-commands.ts';
import { MemberCustomRoles } from './member-custom-roles.tsx';
import { MemberGroups } from './member-groups.tsx';
import { MemberHistory } from './member-history.tsx';
import { MemberPermissions } from './member-permissions.tsx';
import { MemberProblems } from './member-problems.tsx';
import { MemberSecondFactor } from './member-second-factor.tsx';
import { MemberSessions } from './member-sessions.tsx';
import { MemberSignIn } from './member-sign-in.tsx';
import { MemberSummary } from './member-summary.tsx';
import { MemberTask } from './member-task.tsx';
import { MemberWorkspaces } from './member-workspaces.tsx';
import { StatusBadge } from './members-table.tsx';
import type { Member, MemberDetails } from './team.logic.ts';
import { useMemberReads } from './use-member-reads.ts';

export const MemberPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const { userId } = useParams({ from: `/shell${patterns.member}` });
  const query = useQuery(useTRPC().team.getMember.queryOptions({ tenant_id: me.tenant_id, user_id: userId }));
  const member = presentIn(query);
  return (
    <Page
      title={member?.name ?? t('team.member.title')}
      beside={
        member && (
          <Group gap="xs">
            <StatusBadge status={member.status} />
            <GuestBadge guest={member.guest} />
          </Group>
        )
      }
      lead={member && `${member.email} · ${t(`team.roles.${member.role}`)}`}
      actions={member && <Actions me={me} member={member} />}
      back={
        <AnchorLink {...paths.team} size="sm">
          {t('team.member.back')}
        </AnchorLink>
      }
    >
      <QueryBoundary
        state={query}
        subject={t('team.member.what')}
        loading={<Skeleton h={160} />}
        missing={
          <Missing
            icon={<IconUserQuestion />}
            title={t('team.member.unknown')}
            list={paths.team}
            back={t('team.member.backToTeam')}
          />
        }
      >
        {(member) => <Details me={me} member={member} />}
      </QueryBoundary>
    </Page>
  );
};

/** All that can be done with the member. */
const Actions = ({ me, member }: { me: Me; member: MemberDetails }) => {
  const { t } = useTranslation();
  const { start, task } = useTask<Member, MemberCommand>();
  // Sections of this page are in sight.
  const offers = offersFor(memberCommands, me, member, t).filter(({ link }) => link?.to !== patterns.member);
  if (offers.length === 0) return null;
  return (
    <>
      <MoreMenu isOfPage name={member.name}>
        <CommandItems offers={offers} onStart={(name) => start(name, [member])} />
      </MoreMenu>
      {task && <MemberTask {...task} />}
    </>
  );
};

const Details = ({ me, member }: { me: Me; member: MemberDetails }) =>
  useMemberReads(me, member) ? <Skeleton h={160} /> : <Sections me={me} member={member} />;

/**
 * What is wrong now, then who they are and how they get in. Below it, what they can do beside how they sign in. What happened
 * comes last.
 */
const Sections = ({ me, member }: { me: Me; member: MemberDetails }) => (
  <Stack gap="var(--castellan-gap)">
    <MemberProblems me={me} member={member} />
    <SectionGroup inColumns>
      <MemberSummary me={me} member={member} />
      {may(me, 'team.manage') && <MemberAccount me={me} member={member} />}
      <MemberSecondFactor me={me} member={member} />
    </SectionGroup>
    <Grid gap="var(--castellan-gap)">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <SectionGroup>
          <MemberWorkspaces me={me} member={member} />
          {may(me, 'groups.manage') && <MemberGroups me={me} member={member} />}
          {may(me, 'roles.manage') && !member.guest && <MemberCustomRoles me={me} member={member} />}
          {may(me, 'roles.manage') && member.status !== 'removed' && <MemberPermissions me={me} member={member} />}
          {may(me, 'applications.manage') && <MemberApplications me={me} member={member} />}
        </SectionGroup>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <SectionGroup>
          <MemberSessions me={me} member={member} />
          <MemberSignIn me={me} member={member} />
          {may(me, 'sessions.manage') && <MemberApiKeys me={me} member={member} />}
        </SectionGroup>
      </Grid.Col>
    </Grid>
    <MemberHistory me={me} member={member} />
  </Stack>
);
