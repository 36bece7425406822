import { Box, Progress, SimpleGrid, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useTRPC } from '../../api/context.tsx';
import { BarStrip } from '../../components/bar-strip.tsx';
import { formatMoney } from '../../components/money.ts';
import { paths } from '../../paths.ts';
import { figureQueries } from './figures.ts';
import { barsOfDays, barsOfMonths, shareOf } from './trends.logic.ts';
import { overviewQueries } from './use-overview.ts';

/** How the last weeks and months went, as far as the role may see it. */
export const Trends = ({ me }: { me: Me }) => (
  <SimpleGrid minColWidth="14rem" autoFlow="auto-fit">
    {may(me.role, 'sessions.manage') && <SignIns me={me} />}
    {may(me.role, 'mail.manage') && <Emails me={me} />}
    {may(me.role, 'sessions.manage') && <Security me={me} />}
    {may(me.role, 'hosting.read') && <Costs me={me} />}
  </SimpleGrid>
);

interface TrendCardProps {
  title: string;
  link: LinkProps;
  /** Undefined while it loads. */
  figure: string | undefined;
  failed: boolean;
  detail: string | undefined;
  children: ReactNode;
}

const TrendCard = ({ title, link, figure, failed, detail, children }: TrendCardProps) => {
  const { t } = useTranslation();
  return (
    <Link {...link} className="surface card-link">
      <Text size="sm" c="dimmed" fw={500}>
        {title}
      </Text>
      {figure === undefined && !failed ? (
        <Skeleton h={28} w={64} my={5.6} />
      ) : (
        <Text fz={28} fw={650} lh={1.4}>
          {failed ? '–' : figure}
        </Text>
      )}
      {failed ? <Box h={48} /> : figure === undefined ? <Skeleton h={48} /> : children}
      <Text size="xs" c="dimmed" mt="xs">
        {failed ? t('components.countFailed') : (detail ?? '\u00a0')}
      </Text>
    </Link>
  );
};

const SignIns = ({ me }: { me: Me }) => {
  const { t, i18n } = useTranslation();
  const { data, isLoadingError } = useQuery(overviewQueries(useTRPC(), me).security);
  const days = data?.failures.days ?? [];
  const signIns = days.reduce((sum, { sign_ins }) => sum + sign_ins, 0);
  const lockouts = days.reduce((sum, day) => sum + day.lockouts, 0);
  return (
    <TrendCard
      title={t('dashboard.signIns.title')}
      link={paths.signIns}
      figure={data && new Intl.NumberFormat(i18n.language).format(signIns)}
      failed={isLoadingError}
      detail={data && t('dashboard.signIns.detail', { count: lockouts })}
    >
      <BarStrip
        bars={barsOfDays(days, ({ sign_ins }) => ({ value: sign_ins }), i18n.language)}
        label={t('dashboard.signIns.chart')}
      />
    </TrendCard>
  );
};

const Emails = ({ me }: { me: Me }) => {
  const { t, i18n } = useTranslation();
  const { data, isLoadingError } = useQuery(overviewQueries(useTRPC(), me).mail);
  const days = data?.days ?? [];
  const sent = days.reduce((sum, day) => sum + day.sent, 0);
  const failed = days.reduce((sum, day) => sum + day.failed, 0);
  return (
    <TrendCard
      title={t('dashboard.emails.title')}
      link={paths.mail}
      figure={data && new Intl.NumberFormat(i18n.language).format(sent)}
      failed={isLoadingError}
      detail={data && t('dashboard.emails.detail', { count: failed })}
    >
      <BarStrip
        bars={barsOfDays(days, ({ sent: value, failed }) => ({ value, failed }), i18n.language)}
        label={t('dashboard.emails.chart')}
      />
    </TrendCard>
  );
};

const Security = ({ me }: { me: Me }) => {
  const { t, i18n } = useTranslation();
  const { data, isLoadingError } = useQuery(overviewQueries(useTRPC(), me).security);
  const share = data && shareOf(data.second_factors, data.members);
  return (
    <TrendCard
      title={t('dashboard.security.title')}
      link={paths.security}
      figure={
        share === undefined ? undefined : new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(share)
      }
      failed={isLoadingError}
      detail={
        data && t('dashboard.security.detail', { unverified: data.unverified.total, dormant: data.dormant.total })
      }
    >
      {/* As high as the charts of the other cards. */}
      <Box h={48} pt={20}>
        <Progress value={(share ?? 0) * 100} aria-label={t('dashboard.security.title')} />
      </Box>
    </TrendCard>
  );
};

/** Only once a provider is connected. */
const Costs = ({ me }: { me: Me }) => {
  const { t, i18n } = useTranslation();
  const trpc = useTRPC();
  const { data, isLoadingError } = useQuery(overviewQueries(trpc, me).costs);
  const connection = useQuery(figureQueries(trpc, me).servers).data?.connection;
  if (!connection) return null;
  const money = (amount: string) => formatMoney(amount, i18n.language, connection.currency);
  return (
    <TrendCard
      title={t('dashboard.costs.title')}
      link={paths.hostingTab('costs')}
      figure={data && money(data.monthly_cost)}
      failed={isLoadingError}
      detail={
        data &&
        (data.monthly_budget === null
          ? t('dashboard.costs.forecast', { cost: money(data.year_forecast) })
          : t('dashboard.costs.budget', { budget: money(data.monthly_budget) }))
      }
    >
      <BarStrip bars={barsOfMonths(data?.months ?? [], i18n.language, money)} label={t('dashboard.costs.chart')} />
    </TrendCard>
  );
};
