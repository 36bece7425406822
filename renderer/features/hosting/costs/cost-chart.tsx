import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import { useMoney } from '../use-hosting.ts';
import { type CostMonth, chartData } from './costs.logic.ts';

/** Estimates and invoices by month. The table below has the same data for users who can't see the chart. */
export const CostChart = ({ months }: { months: readonly CostMonth[] }) => {
  const { t, i18n } = useTranslation();
  const { money } = useMoney();
  return (
    <div role="img" aria-label={t('hosting.costs.chart')}>
      <BarChart
        h={260}
        data={chartData(months, i18n.language)}
        dataKey="month"
        series={[
          { name: 'estimated', label: t('hosting.costs.estimated'), color: 'var(--castellan-chart-estimate)' },
          { name: 'invoiced', label: t('hosting.costs.invoiced'), color: 'var(--castellan-chart-invoice)' },
        ]}
        withLegend
        legendProps={{ verticalAlign: 'top', height: 40 }}
        maxBarWidth={36}
        valueFormatter={(value) => money(value.toFixed(2))}
        // The table has the values; nothing in the chart takes focus.
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
};
