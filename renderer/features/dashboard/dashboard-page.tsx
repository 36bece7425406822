import { SimpleGrid } from '@mantine/core';
import { IconDevices, IconLayoutGrid, IconMail, IconMailOpened, IconServer2, IconUsers } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { may } from '#shared/permissions.ts';
import { type Me, useMe, useTRPC } from '../../api/context.tsx';
import { useMoney } from '../../components/money.ts';
import { Page } from '../../components/page.tsx';
import { paths } from '../../paths.ts';
import { CountCard } from './count-card.tsx';
import { FirstSteps } from './first-steps.tsx';
import { RecentEvents } from './recent-events.tsx';
import { WorkspaceHealth } from './workspace-health.tsx';

export const DashboardPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  return (
    <Page title={t('dashboard.title', { name: me.name })} lead={t('dashboard.lead')}>
      <FirstSteps me={me} />
      <SimpleGrid minColWidth="11rem" autoFlow="auto-fit">
        <Members me={me} />
        {may(me.role, 'sessions.manage') ? <ActiveSessions me={me} /> : <OwnSessions />}
        {may(me.role, 'team.manage') && <PendingInvitations me={me} />}
        {may(me.role, 'mail.manage') && <WaitingMails me={me} />}
        {may(me.role, 'hosting.read') && <Servers />}
        {!may(me.role, 'team.manage') && <Workspaces me={me} />}
      </SimpleGrid>
      <WorkspaceHealth me={me} />
      {may(me.role, 'audit.read') && <RecentEvents me={me} />}
    </Page>
  );
};

/** A page of one row, fetched only for its total. */
const one = { limit: 1 } as const;

const Members = ({ me: { tenant_id } }: { me: Me }) => {
  const { t } = useTranslation();
  const query = useQuery(useTRPC().team.listMembers.queryOptions({ tenant_id, ...one }));
  return (
    <CountCard
      label={t('dashboard.members.label')}
      icon={<IconUsers size={20} />}
      link={paths.team}
      count={query.data?.total}
      failed={query.isError}
      detail={t('dashboard.members.detail')}
    />
  );
};

const ActiveSessions = ({ me: { tenant_id } }: { me: Me }) => {
  const { t } = useTranslation();
  const query = useQuery(useTRPC().sessions.countSessions.queryOptions({ tenant_id }));
  return (
    <CountCard
      label={t('dashboard.activeSessions.label')}
      icon={<IconDevices size={20} />}
      link={paths.lastSeen}
      count={query.data?.sessions}
      failed={query.isError}
      detail={query.data && t('dashboard.activeSessions.detail', { count: query.data.people })}
    />
  );
};

const OwnSessions = () => {
  const { t } = useTranslation();
  const query = useQuery(useTRPC().sessions.listSessions.queryOptions());
  return (
    <CountCard
      label={t('dashboard.sessions.label')}
      icon={<IconDevices size={20} />}
      link={paths.sessions}
      count={query.data?.sessions.length}
      failed={query.isError}
      detail={t('dashboard.sessions.detail')}
    />
  );
};

const PendingInvitations = ({ me: { tenant_id } }: { me: Me }) => {
  const { t } = useTranslation();
  const query = useQuery(useTRPC().team.listInvitations.queryOptions({ tenant_id, status: 'pending', ...one }));
  return (
    <CountCard
      label={t('dashboard.invitations.label')}
      icon={<IconMailOpened size={20} />}
      link={paths.invitations}
      count={query.data?.total}
      failed={query.isError}
      detail={t('dashboard.invitations.detail')}
    />
  );
};

const WaitingMails = ({ me: { tenant_id } }: { me: Me }) => {
  const { t } = useTranslation();
  const query = useQuery(useTRPC().mail.listMails.queryOptions({ tenant_id, status: 'queued', ...one }));
  return (
    <CountCard
      label={t('dashboard.mails.label')}
      icon={<IconMail size={20} />}
      link={paths.mail}
      count={query.data?.total}
      failed={query.isError}
      detail={t(query.data?.delivery === 'kept' ? 'dashboard.mails.kept' : 'dashboard.mails.waiting')}
    />
  );
};

const Servers = () => {
  const { t } = useTranslation();
  const { money } = useMoney();
  const query = useQuery(useTRPC().hosting.listServers.queryOptions(one));
  return (
    <CountCard
      label={t('dashboard.servers.label')}
      icon={<IconServer2 size={20} />}
      link={paths.hosting}
      count={query.data?.total}
      failed={query.isError}
      detail={
        query.data?.connection
          ? t('dashboard.servers.cost', { cost: money(query.data.monthly_cost) })
          : t('dashboard.servers.notConnected')
      }
    />
  );
};

const Workspaces = ({ me: { tenant_id } }: { me: Me }) => {
  const { t } = useTranslation();
  const query = useQuery(useTRPC().workspaces.listWorkspaces.queryOptions({ tenant_id, ...one }));
  return (
    <CountCard
      label={t('dashboard.workspaces.label')}
      icon={<IconLayoutGrid size={20} />}
      link={paths.workspaces}
      count={query.data?.total}
      failed={query.isError}
      detail={t('dashboard.workspaces.detail')}
    />
  );
};
