import { SimpleGrid, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useMe, useTRPC } from '../../api/context.tsx';
import { HealthRing } from '../../components/health-ring.tsx';
import { Page, Section } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { paths } from '../../paths.ts';
import { Attention } from './attention.tsx';
import { CountCards } from './count-cards.tsx';
import { figureQueries } from './figures.ts';
import { FirstSteps } from './first-steps.tsx';
import { loadDashboard } from './load-dashboard.ts';
import { RecentEvents } from './recent-events.tsx';
import { Trends, trendsFor } from './trends.tsx';

// One file for both: a page and what it loads first.
export { loadDashboard };

export const DashboardPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  return (
    <Page title={t('dashboard.title')}>
      <FirstSteps me={me} />
      <Attention me={me} />
      <CountCards me={me} />
      {trendsFor(me) && <Trends me={me} />}
      {may(me, 'audit.read') && <RecentEvents me={me} />}
      <WorkspaceHealth me={me} />
    </Page>
  );
};

const shownWorkspaces = 8;

/** The workspaces that need attention, lowest health first. */
const WorkspaceHealth = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const query = useQuery(figureQueries(useTRPC(), me).health);
  return (
    <Section
      title={t('dashboard.health.title')}
      lead={t('dashboard.health.lead')}
      actions={
        <AnchorLink {...paths.workspaces} size="sm">
          {t('dashboard.health.all')}
        </AnchorLink>
      }
    >
      <QueryBoundary state={query} subject={t('dashboard.health.what')}>
        {({ workspaces }) =>
          workspaces.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t(may(me, 'workspaces.manage') ? 'dashboard.health.none' : 'dashboard.health.inNone')}
            </Text>
          ) : (
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg" verticalSpacing={0}>
              {workspaces
                .toSorted((one, other) => one.health_score - other.health_score)
                .slice(0, shownWorkspaces)
                .map(({ workspace_id, slug, name, health_score, health_set_at, health_set_by }) => (
                  <Link key={workspace_id} {...paths.workspace(slug)} className="health-row">
                    <HealthRing score={health_score} size={36} />
                    <Text size="sm" fw={600} truncate title={name}>
                      {name}
                    </Text>
                    {health_set_at !== null && (
                      <Text size="xs" c="dimmed" truncate>
                        {health_set_by?.name ?? t('audit.erased')} · <Timestamp value={health_set_at} />
                      </Text>
                    )}
                  </Link>
                ))}
            </SimpleGrid>
          )
        }
      </QueryBoundary>
    </Section>
  );
};
