import { Box, Progress, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { type Holder, may } from '#shared/rules/permissions.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { type Loaded, loadedOf, mapLoaded } from '../../api/loaded.ts';
import { BarStrip, stripHeight } from '../../components/bar-strip.tsx';
import { missingText } from '../../components/missing-text.ts';
import { formatMoney } from '../../components/money.ts';
import { useDateStyle } from '../../components/preferences.tsx';
import { paths } from '../../paths.ts';
import { figureQueries } from './figures.ts';
import { barsOfDays, barsOfMonths, shareOf, sumOf } from './trends.logic.ts';
import { overviewQueries } from './use-overview.ts';

/** Whether a role may see any of it. */
export const trendsFor = (holder: Holder): boolean =>
  (['sessions.manage', 'mail.manage', 'hosting.read'] as const).some((permission) => may(holder, permission));

/** How the last weeks and months went, as far as the role may see it. */
export const Trends = ({ me }: { me: Me }) => (
  <SimpleGrid
    minColWidth="10rem"
    autoFlow="auto-fit"
    spacing="var(--castellan-gap)"
    verticalSpacing="var(--castellan-gap)"
  >
    {may(me, 'sessions.manage') && <SignIns me={me} />}
    {may(me, 'mail.manage') && <Emails me={me} />}
    {may(me, 'sessions.manage') && <Security me={me} />}
    {may(me, 'hosting.read') && <Costs me={me} />}
  </SimpleGrid>
);

interface TrendCardProps<Data> {
  title: string;
  link: LinkProps;
  loaded: Loaded<Data>;
  figure: (data: Data) => string;
  detail: (data: Data) => ReactNode;
  children: (data: Data) => ReactNode;
}

const TrendCard = <Data,>({ title, link, loaded, figure, detail, children }: TrendCardProps<Data>) => {
  const { t } = useTranslation();
  const isLoading = loaded.state === 'loading';
  return (
    <Link {...link} className="surface card-link trend-card">
      <Text size="sm" c="dimmed" fw={600}>
        {title}
      </Text>
      {isLoading ? (
        <Skeleton h={24} w={64} my={4} />
      ) : (
        <Text fz="xl" fw={600} lh="32px">
          {loaded.state === 'known' ? figure(loaded.data) : '–'}
        </Text>
      )}
      {loaded.state === 'known' ? (
        children(loaded.data)
      ) : isLoading ? (
        <Skeleton h={stripHeight} />
      ) : (
        <Box h={stripHeight} />
      )}
      <Text size="xs" c="dimmed" mt="xs">
        {loaded.state === 'known' ? detail(loaded.data) : missingText(loaded, t)}
      </Text>
    </Link>
  );
};

const SignIns = ({ me }: { me: Me }) => {
  const { t, i18n } = useTranslation();
  const style = useDateStyle();
  const security = useQuery(overviewQueries(useTRPC(), me).security);
  return (
    <TrendCard
      title={t('dashboard.signIns.title')}
      link={paths.signIns}
      loaded={mapLoaded(loadedOf(security), ({ failures }) => failures.days)}
      figure={(days) => new Intl.NumberFormat(i18n.language).format(sumOf(days, ({ sign_ins }) => sign_ins))}
      detail={(days) => t('dashboard.signIns.detail', { count: sumOf(days, ({ lockouts }) => lockouts) })}
    >
      {(days) => (
        <BarStrip
          bars={barsOfDays(days, ({ sign_ins }) => ({ value: sign_ins }), style)}
          label={t('dashboard.signIns.chart')}
        />
      )}
    </TrendCard>
  );
};

const Emails = ({ me }: { me: Me }) => {
  const { t, i18n } = useTranslation();
  const style = useDateStyle();
  const mail = useQuery(overviewQueries(useTRPC(), me).mail);
  return (
    <TrendCard
      title={t('dashboard.emails.title')}
      link={paths.mail}
      loaded={mapLoaded(loadedOf(mail), ({ days }) => days)}
      figure={(days) => new Intl.NumberFormat(i18n.language).format(sumOf(days, ({ sent }) => sent))}
      detail={(days) => <Undelivered count={sumOf(days, ({ failed }) => failed)} />}
    >
      {(days) => (
        <BarStrip
          bars={barsOfDays(days, ({ sent: value, failed }) => ({ value, failed }), style)}
          label={t('dashboard.emails.chart')}
        />
      )}
    </TrendCard>
  );
};

/** In the color of its part of the bars. */
const Undelivered = ({ count }: { count: number }) => (
  <span {...(count > 0 && { className: 'bar-failed' })}>
    {useTranslation().t('dashboard.emails.detail', { count })}
  </span>
);

const Security = ({ me }: { me: Me }) => {
  const { t, i18n } = useTranslation();
  const security = useQuery(overviewQueries(useTRPC(), me).security);
  return (
    <TrendCard
      title={t('dashboard.security.title')}
      link={paths.security}
      loaded={mapLoaded(loadedOf(security), ({ second_factors, members, unverified, dormant }) => ({
        share: shareOf(second_factors, members),
        unverified: unverified.total,
        dormant: dormant.total,
      }))}
      figure={({ share }) => new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(share)}
      detail={({ unverified, dormant }) => t('dashboard.security.detail', { unverified, dormant })}
    >
      {/* As high as the charts of the other cards. */}
      {({ share }) => (
        <Box h={stripHeight} pt={20}>
          <Progress value={share * 100} aria-label={t('dashboard.security.title')} />
        </Box>
      )}
    </TrendCard>
  );
};

/** Only once a provider is connected. */
const Costs = ({ me }: { me: Me }) => {
  const { t, i18n } = useTranslation();
  const style = useDateStyle();
  const trpc = useTRPC();
  const costs = useQuery(overviewQueries(trpc, me).costs);
  const connection = useQuery(figureQueries(trpc, me).servers).data?.connection;
  if (!connection) return null;
  const money = (amount: string) => formatMoney(amount, i18n.language, connection.currency);
  return (
    <TrendCard
      title={t('dashboard.costs.title')}
      link={paths.hostingTab('costs')}
      loaded={loadedOf(costs)}
      figure={({ monthly_cost }) => money(monthly_cost)}
      detail={({ monthly_budget, year_forecast }) =>
        monthly_budget === null
          ? t('dashboard.costs.forecast', { cost: money(year_forecast) })
          : t('dashboard.costs.budget', { budget: money(monthly_budget) })
      }
    >
      {({ months }) => <BarStrip bars={barsOfMonths(months, style, money)} label={t('dashboard.costs.chart')} />}
    </TrendCard>
  );
};
