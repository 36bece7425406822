import { Grid, SimpleGrid, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { useNow } from '../../components/clock.ts';
import { CountCard } from '../../components/count-card.tsx';
import { isExpired } from '../../components/key-choices.ts';
import { Section } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { RowList } from '../../components/row-list.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { paths } from '../../paths.ts';
import { MostTried } from './most-tried.tsx';
import { keyCount, type SecurityOverview, totalsOf } from './overview.logic.ts';
import { SignInChart } from './sign-in-chart.tsx';

/** The figures of a team's security, each linked to what it counts, and what happened last. */
export const Overview = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const query = useQuery(useTRPC().security.getSecurityOverview.queryOptions({ tenant_id: me.tenant_id }));
  return (
    <QueryBoundary state={query} subject={t('security.overview.what')} loading={<Skeleton h={640} radius="md" />}>
      {(overview) => (
        <Stack gap="var(--castellan-gap)">
          <Figures overview={overview} />
          <Section
            title={t('security.overview.chart.title')}
            lead={t('security.overview.chart.lead')}
            actions={
              <AnchorLink {...paths.signIns} size="sm">
                {t('security.overview.chart.log')}
              </AnchorLink>
            }
          >
            <SignInChart failures={overview.failures} />
          </Section>
          <Grid gap="var(--castellan-gap)">
            <Grid.Col span={{ base: 12, md: 6, xl: 4 }}>
              <MostTried accounts={overview.failures.most_tried} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, md: 6, xl: 4 }}>
              <Lockouts latest={overview.failures.latest} />
            </Grid.Col>
            <Grid.Col span={{ base: 12, xl: 4 }}>
              <ExpiringKeys keys={overview.expiring_keys} />
            </Grid.Col>
          </Grid>
        </Stack>
      )}
    </QueryBoundary>
  );
};

const Figures = ({ overview }: { overview: SecurityOverview }) => {
  const { t } = useTranslation();
  const loaded = { state: 'known', data: overview } as const;
  return (
    <SimpleGrid cols={{ base: 2, sm: 3 }} spacing="var(--castellan-gap)" verticalSpacing="var(--castellan-gap)">
      <CountCard
        label={t('security.overview.figures.secondFactor')}
        link={paths.membersAtRisk('no_second_factor')}
        loaded={loaded}
        count={({ second_factors: count, members: total }) => t('security.overview.figures.share', { count, total })}
        detail={({ members, second_factors }) =>
          t('security.overview.figures.without', { count: members - second_factors })
        }
      />
      <CountCard
        label={t('security.overview.figures.unverified')}
        link={paths.membersAtRisk('unverified')}
        loaded={loaded}
        count={({ unverified }) => unverified.total}
        detail={() => t('security.overview.figures.unverifiedDetail')}
        none={t('security.overview.figures.none')}
      />
      <CountCard
        label={t('security.overview.figures.dormant')}
        link={paths.membersAtRisk('dormant')}
        loaded={loaded}
        count={({ dormant }) => dormant.total}
        detail={() => t('security.overview.figures.dormantDetail')}
        none={t('security.overview.figures.none')}
      />
      <CountCard
        label={t('security.overview.figures.lockouts')}
        link={paths.lockouts}
        loaded={loaded}
        count={({ failures }) => totalsOf(failures).lockouts}
        detail={({ failures }) => t('security.overview.figures.lockoutsDetail', { count: totalsOf(failures).failed })}
      />
      <CountCard
        label={t('security.overview.figures.keys')}
        link={paths.expiringKeys}
        loaded={loaded}
        count={keyCount}
        detail={() => t('security.overview.figures.keysDetail')}
        none={t('security.overview.figures.none')}
      />
      <CountCard
        label={t('security.overview.figures.sessions')}
        link={paths.teamSessions}
        loaded={loaded}
        count={({ open_sessions }) => open_sessions}
        detail={() => t('security.overview.figures.sessionsDetail')}
      />
    </SimpleGrid>
  );
};

const Lockouts = ({ latest }: { latest: SecurityOverview['failures']['latest'] }) => {
  const { t } = useTranslation();
  return (
    <Section
      title={t('security.overview.lockouts.title')}
      lead={t('security.overview.lockouts.lead')}
      actions={
        <AnchorLink {...paths.lockouts} size="sm">
          {t('security.overview.lockouts.all')}
        </AnchorLink>
      }
    >
      {latest.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('security.overview.lockouts.none')}
        </Text>
      ) : (
        <RowList label={t('security.overview.lockouts.title')}>
          {latest.map(({ at, user_id, email, ip_address }) => (
            <li key={`${user_id} ${at}`} className="list-row">
              <div style={{ flex: '1 1 180px' }}>
                <AnchorLink {...paths.member(user_id)} size="sm" className="break-anywhere">
                  {email ?? t('audit.erased')}
                </AnchorLink>
                <Text size="xs" c="dimmed">
                  {ip_address ?? '–'}
                </Text>
              </div>
              <Text size="sm" component="span">
                <Timestamp value={at} />
              </Text>
            </li>
          ))}
        </RowList>
      )}
    </Section>
  );
};

const ExpiringKeys = ({ keys }: { keys: SecurityOverview['expiring_keys'] }) => {
  const { t } = useTranslation();
  const now = useNow();
  return (
    <Section id="keys" title={t('security.overview.keys.title')} lead={t('security.overview.keys.lead')}>
      {keys.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('security.overview.keys.none')}
        </Text>
      ) : (
        <RowList label={t('security.overview.keys.title')}>
          {keys.map(({ key_id, name, user_id, email, expires_at }) => (
            <li key={key_id} className="list-row">
              <div style={{ flex: '1 1 180px' }} className="break-anywhere">
                <Text size="sm" fw={600}>
                  {name}
                </Text>
                <AnchorLink {...paths.member(user_id)} size="xs">
                  {email}
                </AnchorLink>
              </div>
              <Text size="sm" component="span">
                {richText({ when: <Timestamp value={expires_at} show="date" /> }, (marks) =>
                  t(
                    isExpired({ expires_at }, now)
                      ? 'security.overview.keys.expired'
                      : 'security.overview.keys.expires',
                    marks,
                  ),
                )}
              </Text>
            </li>
          ))}
        </RowList>
      )}
    </Section>
  );
};
