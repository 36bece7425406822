import '@mantine/charts/styles.css';
import { AreaChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import { healthScore } from '#shared/rules/limits.ts';
import { useNow } from '../../components/clock.ts';
import { formatDate } from '../../components/dates.ts';
import { useDateStyle } from '../../components/preferences.tsx';
import { chartPoints, type HealthChange } from './workspaces.logic.ts';

/** Health scores over time. The list below the chart has the values, so the chart has no tooltips and takes no focus. */
export const HealthChart = ({ changes }: { changes: readonly HealthChange[] }) => {
  const { t } = useTranslation();
  const style = useDateStyle();
  const points = chartPoints(changes, useNow());
  const ends = [points.at(0), points.at(-1)].flatMap((point) => point?.at ?? []);
  return (
    <div role="img" aria-label={t('workspaces.health.chart', { count: changes.length })}>
      <AreaChart
        h={150}
        data={points}
        dataKey="at"
        series={[{ name: 'score', color: 'var(--castellan-chart-estimate)' }]}
        curveType="stepAfter"
        withDots={false}
        withTooltip={false}
        yAxisProps={{ domain: [healthScore.min, healthScore.max], ticks: [0, 50, 100], width: 34 }}
        xAxisProps={{
          type: 'number',
          domain: ['dataMin', 'dataMax'],
          ticks: ends,
          tickFormatter: (at: number) => formatDate(at, style),
          padding: { left: 32, right: 32 },
        }}
        areaChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
};
