import { SimpleGrid } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { loadedOf } from '../../api/loaded.ts';
import { CountCard } from '../../components/count-card.tsx';
import { formatMoney } from '../../components/money.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import { paths } from '../../paths.ts';
import { figureQueries } from './figures.ts';
import { overviewQueries } from './use-overview.ts';

/** The figures that a role may see, each linked to its page. */
export const CountCards = ({ me }: { me: Me }) => (
  <SimpleGrid
    minColWidth="9.5rem"
    autoFlow="auto-fit"
    spacing="var(--castellan-gap)"
    verticalSpacing="var(--castellan-gap)"
    className="count-cards"
  >
    {may(me, 'team.read') && <Members me={me} />}
    {may(me, 'sessions.manage') ? <ActiveSessions me={me} /> : <OwnSessions me={me} />}
    {may(me, 'team.manage') && <PendingInvitations me={me} />}
    {may(me, 'mail.manage') && <WaitingMails me={me} />}
    {may(me, 'hosting.read') && <Servers me={me} />}
    {may(me, 'backups.manage') && <LastBackup me={me} />}
    {!may(me, 'team.manage') && <Workspaces me={me} />}
  </SimpleGrid>
);

/** Only where backups are scheduled, for owners of the admin team. */
const LastBackup = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const { data } = useQuery(overviewQueries(useTRPC(), me).backups);
  if (!data?.plan) return null;
  return (
    <CountCard
      label={t('dashboard.backup.label')}
      link={paths.settingsSection('backups')}
      loaded={{ state: 'known', data }}
      count={({ last }) => (last ? <Timestamp value={last.created_at} show="date" /> : t('dashboard.backup.none'))}
      detail={({ failure, last }) =>
        failure ? t('dashboard.backup.failed') : last && <Timestamp value={last.created_at} show="relative" />
      }
    />
  );
};

const Members = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const query = useQuery(figureQueries(useTRPC(), me).members);
  return (
    <CountCard
      label={t('dashboard.members.label')}
      link={paths.team}
      loaded={loadedOf(query)}
      count={({ total }) => total}
    />
  );
};

const ActiveSessions = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const query = useQuery(figureQueries(useTRPC(), me).sessions);
  return (
    <CountCard
      label={t('dashboard.activeSessions.label')}
      link={paths.teamSessions}
      loaded={loadedOf(query)}
      count={({ sessions }) => sessions}
      detail={({ people }) => t('dashboard.activeSessions.detail', { count: people })}
    />
  );
};

const OwnSessions = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const query = useQuery(figureQueries(useTRPC(), me).ownSessions);
  return (
    <CountCard
      label={t('dashboard.sessions.label')}
      link={paths.sessions}
      loaded={loadedOf(query)}
      count={({ sessions }) => sessions.length}
      detail={() => t('dashboard.sessions.detail')}
    />
  );
};

const PendingInvitations = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const query = useQuery(figureQueries(useTRPC(), me).invitations);
  return (
    <CountCard
      label={t('dashboard.invitations.label')}
      link={paths.invitations}
      loaded={loadedOf(query)}
      count={({ total }) => total}
      detail={() => t('dashboard.invitations.detail')}
      none={t('dashboard.invitations.none')}
    />
  );
};

const WaitingMails = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const query = useQuery(overviewQueries(useTRPC(), me).waiting);
  return (
    <CountCard
      label={t('dashboard.mails.label')}
      link={paths.mail}
      loaded={loadedOf(query)}
      count={({ total }) => total}
      detail={({ delivery }) => t(delivery === 'kept' ? 'dashboard.mails.kept' : 'dashboard.mails.waiting')}
      none={t('dashboard.mails.none')}
    />
  );
};

const Servers = ({ me }: { me: Me }) => {
  const { t, i18n } = useTranslation();
  const query = useQuery(figureQueries(useTRPC(), me).servers);
  return (
    <CountCard
      label={t('dashboard.servers.label')}
      link={paths.hosting}
      loaded={loadedOf(query)}
      count={({ total }) => total}
      detail={({ connection, monthly_cost }) =>
        connection
          ? t('dashboard.servers.cost', { cost: formatMoney(monthly_cost, i18n.language, connection.currency) })
          : t('dashboard.servers.notConnected')
      }
    />
  );
};

const Workspaces = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const query = useQuery(figureQueries(useTRPC(), me).workspaces);
  return (
    <CountCard
      label={t('dashboard.workspaces.label')}
      link={paths.workspaces}
      loaded={loadedOf(query)}
      count={({ total }) => total}
      detail={() => t('dashboard.workspaces.detail')}
      none={t('dashboard.workspaces.none')}
    />
  );
};
