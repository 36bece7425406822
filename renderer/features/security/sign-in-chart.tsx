import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import { useDateStyle } from '../../components/preferences.tsx';
import { chartDays, type SecurityOverview, totalsOf } from './overview.logic.ts';

/** Sign-ins, failed ones and lockouts by day. Its label sums them up for users who can't see it. */
export const SignInChart = ({ failures }: { failures: SecurityOverview['failures'] }) => {
  const { t } = useTranslation();
  const style = useDateStyle();
  return (
    <div role="img" aria-label={t('security.overview.chart.label', totalsOf(failures))}>
      <BarChart
        h={220}
        data={chartDays(failures.days, style)}
        dataKey="day"
        series={[
          { name: 'sign_ins', label: t('security.overview.chart.signIns'), color: 'var(--castellan-chart-estimate)' },
          { name: 'failed', label: t('security.overview.chart.failed'), color: 'var(--castellan-chart-failed)' },
          { name: 'lockouts', label: t('security.overview.chart.lockouts'), color: 'var(--castellan-chart-invoice)' },
        ]}
        withLegend
        classNames={{ legendItem: 'chart-name' }}
        // In the order of the bars, and days at equal distances however wide the chart is.
        legendProps={{ verticalAlign: 'top', height: 40, itemSorter: null }}
        xAxisProps={{ interval: 'equidistantPreserveStart' }}
        yAxisProps={{ allowDecimals: false }}
        maxBarWidth={20}
        // The log below the chart has the values; nothing in the chart takes focus.
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
};
