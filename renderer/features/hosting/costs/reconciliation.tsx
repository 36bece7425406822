import { Box, Table, Text } from '@mantine/core';
import { IconScale } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTRPC } from '../../../api/context.tsx';
import { DataTable } from '../../../components/data-table.tsx';
import { Section } from '../../../components/page.tsx';
import { EmptyState, QueryBoundary } from '../../../components/query-boundary.tsx';
import { useMoney } from '../use-hosting.ts';
import { type CostLine, differenceClass, monthName, subjectLabel } from './costs.logic.ts';

/** One month, line by line: estimate, invoice, and why they differ. */
export const Reconciliation = ({ month }: { month: string }) => {
  const { t, i18n } = useTranslation();
  const { money, delta } = useMoney();
  const query = useQuery(
    useTRPC().hosting.getReconciliation.queryOptions({ month }, { placeholderData: keepPreviousData }),
  );
  const title = t('hosting.reconciliation.title', { month: monthName(month, i18n.language, 'long') });
  return (
    <Section title={title} lead={t('hosting.reconciliation.lead')}>
      <QueryBoundary state={query} subject={t('hosting.reconciliation.what')}>
        {({ lines, estimated, invoiced, difference }) =>
          lines.length === 0 ? (
            <EmptyState icon={<IconScale />} title={t('hosting.reconciliation.none.title')}>
              {t('hosting.reconciliation.none.text')}
            </EmptyState>
          ) : (
            <DataTable
              label={title}
              head={
                <>
                  <Table.Th>{t('hosting.reconciliation.subject')}</Table.Th>
                  <Table.Th ta="right" visibleFrom="xs">
                    {t('hosting.costs.estimated')}
                  </Table.Th>
                  <Table.Th ta="right" visibleFrom="xs">
                    {t('hosting.costs.invoiced')}
                  </Table.Th>
                  <Table.Th ta="right">{t('hosting.costs.difference')}</Table.Th>
                  <Table.Th visibleFrom="md">{t('hosting.reconciliation.cause')}</Table.Th>
                </>
              }
            >
              {lines.map((line) => (
                <Line key={`${line.subject}:${line.id}`} line={line} />
              ))}
              <Table.Tr fw={600}>
                <Table.Td>{t('hosting.reconciliation.sum')}</Table.Td>
                <Table.Td ta="right" visibleFrom="xs">
                  {money(estimated)}
                </Table.Td>
                <Table.Td ta="right" visibleFrom="xs">
                  {money(invoiced)}
                </Table.Td>
                <Table.Td ta="right">{delta(difference)}</Table.Td>
                <Table.Td visibleFrom="md" />
              </Table.Tr>
            </DataTable>
          )
        }
      </QueryBoundary>
    </Section>
  );
};

/** A narrow window shows amounts and cause below the name. */
const Line = ({ line }: { line: CostLine }) => {
  const { t } = useTranslation();
  const { money, delta } = useMoney();
  const { estimated, invoiced, difference, cause } = line;
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={600} className="break-anywhere">
          {subjectLabel(line, t)}
        </Text>
        <Text size="xs" c="dimmed" hiddenFrom="xs">
          {t('hosting.reconciliation.both', { estimated: money(estimated), invoiced: money(invoiced) })}
        </Text>
        <Box hiddenFrom="md">
          <Text size="xs" c="dimmed">
            {t(`hosting.causes.${cause}`)}
          </Text>
        </Box>
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
      <Table.Td visibleFrom="md">
        <Text size="sm" c="dimmed">
          {t(`hosting.causes.${cause}`)}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
};
