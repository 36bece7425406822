import { Button, Group, NativeSelect, Skeleton, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { IconChartBar, IconDownload } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTRPC } from '../../../api/context.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { Section } from '../../../components/page.tsx';
import { EmptyState, QueryBoundary } from '../../../components/query-boundary.tsx';
import { RowStatus } from '../../../components/row-status.tsx';
import { saveCsv } from '../../../components/save-file.ts';
import { loadPart } from '../../../parts/page.ts';
import { paths, patterns } from '../../../paths.ts';
import { useMoney } from '../use-hosting.ts';
import { costsCsv } from './cost-files.logic.ts';
import { type CostMonth, costsLead, differenceClass, monthName, monthToCompare } from './costs.logic.ts';
import { Reconciliation } from './reconciliation.tsx';

/** The chart library is large and only needed here. */
const CostChart = lazy(() =>
  loadPart(() => import('./cost-chart.tsx')).then(({ CostChart }) => ({ default: CostChart })),
);

const spans = [6, 12, 24, 36] as const;

export const CostsPanel = () => {
  const { t } = useTranslation();
  const { money, currency } = useMoney();
  const navigate = useNavigate();
  const { month } = useSearch({ from: `/shell${patterns.hosting}` });
  const [span, setSpan] = useState(12);
  const query = useQuery(
    useTRPC().hosting.getCostHistory.queryOptions({ months: span }, { placeholderData: keepPreviousData }),
  );
  const months = query.data?.months ?? [];
  const compared = month ?? monthToCompare(months);
  const compare = (next: string) =>
    void navigate({ ...paths.hosting, search: { tab: 'costs', month: next }, resetScroll: false });
  return (
    <Stack gap="lg">
      <Section
        title={t('hosting.costs.title')}
        lead={query.data && costsLead(query.data, money, t)}
        actions={
          <Group gap="xs">
            {months.length > 0 && (
              <Button
                variant="default"
                leftSection={<IconDownload size={16} aria-hidden />}
                onClick={() => saveCsv('castellan-costs.csv', costsCsv(months, currency))}
              >
                {t('hosting.costs.export')}
              </Button>
            )}
            <NativeSelect
              aria-label={t('hosting.costs.span')}
              value={String(span)}
              onChange={(event) => setSpan(Number(event.currentTarget.value))}
              data={spans.map((count) => ({ value: String(count), label: t('hosting.costs.months', { count }) }))}
            />
          </Group>
        }
      >
        <QueryBoundary state={query} subject={t('hosting.costs.what')} loading={<Skeleton h={260} />}>
          {() =>
            months.length === 0 ? (
              <EmptyState icon={<IconChartBar />} title={t('hosting.costs.none.title')}>
                {t('hosting.costs.none.text')}
              </EmptyState>
            ) : (
              <Stack>
                <Suspense fallback={<Skeleton h={260} />}>
                  <CostChart months={months} />
                </Suspense>
                <MonthTable months={months} compared={compared} onCompare={compare} />
              </Stack>
            )
          }
        </QueryBoundary>
      </Section>
      {compared !== undefined && <Reconciliation month={compared} />}
    </Stack>
  );
};

interface MonthTableProps {
  months: readonly CostMonth[];
  compared: string | undefined;
  onCompare: (month: string) => void;
}

/** Newest month first. */
const MonthTable = ({ months, compared, onCompare }: MonthTableProps) => {
  const { t, i18n } = useTranslation();
  const { money, delta } = useMoney();
  return (
    <DataTable
      label={t('hosting.costs.title')}
      head={
        <>
          <Table.Th>{t('hosting.costs.month')}</Table.Th>
          <Table.Th ta="right" visibleFrom="xs">
            {t('hosting.costs.estimated')}
          </Table.Th>
          <Table.Th ta="right" visibleFrom="xs">
            {t('hosting.costs.invoiced')}
          </Table.Th>
          <Table.Th ta="right">{t('hosting.costs.difference')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('hosting.costs.state')}</Table.Th>
        </>
      }
    >
      {months.toReversed().map(({ month, estimated, invoiced, difference, is_final }) => (
        <Table.Tr key={month} data-current={month === compared}>
          <Table.Td>
            <UnstyledButton onClick={() => onCompare(month)} aria-current={month === compared ? 'true' : undefined}>
              <Text size="sm" fw={600} c="var(--mantine-color-anchor)">
                {monthName(month, i18n.language)}
              </Text>
            </UnstyledButton>
            <Text size="xs" c="dimmed" hiddenFrom="xs">
              {t('hosting.reconciliation.both', { estimated: money(estimated), invoiced: money(invoiced) })}
            </Text>
          </Table.Td>
          <Table.Td ta="right" visibleFrom="xs">
            {money(estimated)}
          </Table.Td>
          <Table.Td ta="right" visibleFrom="xs">
            {money(invoiced)}
          </Table.Td>
          <Table.Td ta="right" className={differenceClass(difference)}>
            {delta(difference)}
          </Table.Td>
          <Table.Td visibleFrom="sm">
            <RowStatus color={is_final ? 'verdigris' : 'gray'}>
              {t(is_final ? 'hosting.costs.reconciled' : 'hosting.costs.running')}
            </RowStatus>
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
};
