import { SimpleGrid } from '@mantine/core';
import {
  IconDatabaseExport,
  IconDevices,
  IconLayoutGrid,
  IconMail,
  IconMailOpened,
  IconServer2,
  IconUsers,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { CountCard } from '../../components/count-card.tsx';
import { formatMoney } from '../../components/money.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import { paths } from '../../paths.ts';

/** The figures that a role may see, each linked to its page. */
export const CountCards = ({ me }: { me: Me }) => (
  <SimpleGrid minColWidth="9.5rem" autoFlow="auto-fit">
    <Members me={me} />
    {may(me.role, 'sessions.manage') ? <ActiveSessions me={me} /> : <OwnSessions />}
    {may(me.role, 'team.manage') && <PendingInvitations me={me} />}
    {may(me.role, 'mail.manage') && <WaitingMails me={me} />}
    {may(me.role, 'hosting.read') && <Servers />}
    {may(me.role, 'backups.manage') && <LastBackup />}
    {!may(me.role, 'team.manage') && <Workspaces me={me} />}
  </SimpleGrid>
);

/** Only where backups are scheduled, for owners of the admin team. */
const LastBackup = () => {
  const { t } = useTranslation();
  const { data } = useQuery(useTRPC().settings.getBackupStatus.queryOptions());
  if (!data?.plan) return null;
  return (
    <CountCard
      label={t('dashboard.backup.label')}
      icon={<IconDatabaseExport size={20} />}
      link={paths.settings}
      count={data.last ? <Timestamp value={data.last.created_at} show="date" /> : t('dashboard.backup.none')}
      failed={false}
      detail={
        data.failure
          ? t('dashboard.backup.failed')
          : data.last && <Timestamp value={data.last.created_at} show="relative" />
      }
    />
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
      failed={query.isLoadingError}
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
      link={paths.teamSessions}
      count={query.data?.sessions}
      failed={query.isLoadingError}
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
      failed={query.isLoadingError}
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
      failed={query.isLoadingError}
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
      failed={query.isLoadingError}
      detail={t(query.data?.delivery === 'kept' ? 'dashboard.mails.kept' : 'dashboard.mails.waiting')}
    />
  );
};

const Servers = () => {
  const { t, i18n } = useTranslation();
  const query = useQuery(useTRPC().hosting.listServers.queryOptions(one));
  return (
    <CountCard
      label={t('dashboard.servers.label')}
      icon={<IconServer2 size={20} />}
      link={paths.hosting}
      count={query.data?.total}
      failed={query.isLoadingError}
      detail={
        query.data?.connection
          ? t('dashboard.servers.cost', {
              cost: formatMoney(query.data.monthly_cost, i18n.language, query.data.connection.currency),
            })
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
      failed={query.isLoadingError}
      detail={t('dashboard.workspaces.detail')}
    />
  );
};
