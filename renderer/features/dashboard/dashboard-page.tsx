import { SimpleGrid } from '@mantine/core';
import { IconDevices, IconLayoutGrid, IconMail, IconMailOpened, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { may } from '#shared/permissions.ts';
import { useTRPC } from '../../api/context.tsx';
import { type Me, useMe } from '../../api/me.ts';
import { Page } from '../../components/page.tsx';
import { paths } from '../../paths.ts';
import { CountCard } from './count-card.tsx';
import { FirstSteps } from './first-steps.tsx';
import { RecentEvents } from './recent-events.tsx';
import { WorkspaceHealth } from './workspace-health.tsx';

export const DashboardPage = () => {
  const me = useMe();
  return (
    <Page title={`Welcome, ${me.name}`} lead="How the place is doing.">
      <FirstSteps me={me} />
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 4 }}>
        <Members me={me} />
        <OwnSessions />
        {may(me.role, 'team.manage') && <PendingInvitations me={me} />}
        {may(me.role, 'mail.manage') && <WaitingMails me={me} />}
        {!may(me.role, 'team.manage') && <Workspaces me={me} />}
      </SimpleGrid>
      <WorkspaceHealth me={me} />
      {may(me.role, 'audit.read') && <RecentEvents me={me} />}
    </Page>
  );
};

/** A page of one row, asked for its total. */
const one = { limit: 1 } as const;

const Members = ({ me: { tenant_id } }: { me: Me }) => {
  const query = useQuery(useTRPC().team.listMembers.queryOptions({ tenant_id, ...one }));
  return (
    <CountCard
      label="Members"
      icon={<IconUsers size={20} />}
      link={paths.team}
      count={query.data?.total}
      failed={query.isError}
      detail="people with an account here"
    />
  );
};

const OwnSessions = () => {
  const query = useQuery(useTRPC().sessions.listSessions.queryOptions());
  return (
    <CountCard
      label="Your sessions"
      icon={<IconDevices size={20} />}
      link={paths.sessions}
      count={query.data?.sessions.length}
      failed={query.isError}
      detail="signed in now, this one included"
    />
  );
};

const PendingInvitations = ({ me: { tenant_id } }: { me: Me }) => {
  const query = useQuery(useTRPC().team.listInvitations.queryOptions({ tenant_id, status: 'pending', ...one }));
  return (
    <CountCard
      label="Invitations"
      icon={<IconMailOpened size={20} />}
      link={paths.invitations}
      count={query.data?.total}
      failed={query.isError}
      detail="waiting for an answer"
    />
  );
};

const WaitingMails = ({ me: { tenant_id } }: { me: Me }) => {
  const query = useQuery(useTRPC().mail.listMails.queryOptions({ tenant_id, status: 'queued', ...one }));
  return (
    <CountCard
      label="Mail queue"
      icon={<IconMail size={20} />}
      link={paths.mail}
      count={query.data?.total}
      failed={query.isError}
      detail={query.data?.delivery === 'kept' ? 'kept here: no mail server is set' : 'waiting to be sent'}
    />
  );
};

const Workspaces = ({ me: { tenant_id } }: { me: Me }) => {
  const query = useQuery(useTRPC().workspaces.listWorkspaces.queryOptions({ tenant_id, ...one }));
  return (
    <CountCard
      label="Workspaces"
      icon={<IconLayoutGrid size={20} />}
      link={paths.workspaces}
      count={query.data?.total}
      failed={query.isError}
      detail="that you belong to"
    />
  );
};
