import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import { useTranslation } from 'react-i18next';
import { formatMoney } from '../../components/money.ts';
import { type CostMonth, chartData } from './costs.logic.ts';

/** Estimates beside invoices, month by month. The table below says the same to those who do not see it. */
export const CostChart = ({ months }: { months: readonly CostMonth[] }) => {
  const { t, i18n } = useTranslation();
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
        valueFormatter={(value) => formatMoney(value.toFixed(2), i18n.language)}
        // The bars are read in the table; nothing in the picture takes the focus.
        barChartProps={{ accessibilityLayer: false }}
      />
    </div>
  );
};
