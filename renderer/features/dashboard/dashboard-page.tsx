import { Box, Group, SimpleGrid, Text } from '@mantine/core';
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
import { Trends } from './trends.tsx';

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
      <Trends me={me} />
      <WorkspaceHealth me={me} />
      {may(me.role, 'audit.read') && <RecentEvents me={me} />}
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
              {t('dashboard.health.none')}
            </Text>
          ) : (
            <SimpleGrid cols={{ base: 1, xs: 2, xl: 4 }}>
              {workspaces
                .toSorted((one, other) => one.health_score - other.health_score)
                .slice(0, shownWorkspaces)
                .map(({ workspace_id, slug, name, health_score, health_set_at, health_set_by }) => (
                  <Link key={workspace_id} {...paths.workspace(slug)} className="surface card-link">
                    <Group wrap="nowrap" gap="sm">
                      <HealthRing score={health_score} size={44} />
                      <Box miw={0}>
                        <Text size="sm" fw={600} className="break-anywhere" lineClamp={2}>
                          {name}
                        </Text>
                        {health_set_at !== null && (
                          <Group gap={4} wrap="nowrap" fz="xs" c="dimmed">
                            <Text inherit truncate>
                              {health_set_by?.name ?? t('audit.erased')}
                            </Text>
                            <Text inherit style={{ whiteSpace: 'nowrap' }}>
                              · <Timestamp value={health_set_at} />
                            </Text>
                          </Group>
                        )}
                      </Box>
                    </Group>
                  </Link>
                ))}
            </SimpleGrid>
          )
        }
      </QueryBoundary>
    </Section>
  );
};
