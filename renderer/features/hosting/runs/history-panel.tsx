import { Table, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useTRPC } from '../../../api/context.tsx';
import { Section } from '../../../components/page.tsx';
import { usePagedQuery } from '../../../components/paged-list.tsx';
import { PagedTable } from '../../../components/paged-table.tsx';
import { EmptyState } from '../../../components/query-boundary.tsx';
import { AnchorLink } from '../../../components/router-link.tsx';
import { RowStatus } from '../../../components/row-status.tsx';
import { RowText } from '../../../components/row-text.tsx';
import { Timestamp } from '../../../components/timestamp.tsx';
import { paths } from '../../../paths.ts';
import { useHostingPage, useMoney } from '../use-hosting.ts';
import { newCost, type Run, runColor, runTopic, stateLabel } from './runs.logic.ts';

/** Every past run, with its subject and outcome. */
export const HistoryPanel = () => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const list = usePagedQuery((slice) => trpc.hosting.listUpgradeRuns.queryOptions(slice), useHostingPage('history'));
  return (
    <Section isTab title={t('hosting.history.title')}>
      <PagedTable
        list={list}
        subject={t('hosting.history.what')}
        counted={(count) => t('hosting.history.counted', { count })}
        empty={
          <EmptyState icon={<IconHistory />} title={t('hosting.history.none.title')}>
            {t('hosting.history.none.text')}
          </EmptyState>
        }
        label={t('hosting.history.title')}
        head={
          <>
            <Table.Th w="30%">{t('hosting.history.run')}</Table.Th>
            <Table.Th>{t('hosting.history.state')}</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              {t('hosting.history.cost')}
            </Table.Th>
            <Table.Th visibleFrom="sm">{t('hosting.history.started')}</Table.Th>
            <Table.Th visibleFrom="md">{t('hosting.history.by')}</Table.Th>
          </>
        }
      >
        {({ runs }) => runs.map((run) => <HistoryRow key={run.run_id} run={run} />)}
      </PagedTable>
    </Section>
  );
};

const HistoryRow = ({ run }: { run: Run }) => {
  const { t } = useTranslation();
  const { money } = useMoney();
  const after = newCost(run);
  return (
    <Table.Tr>
      <Table.Td>
        <RowText detail={runTopic(run, t)}>
          {run.is_open ? (
            <AnchorLink {...paths.upgrade(run.serviceid)} size="sm" fw={600} className="break-anywhere">
              {run.server_label}
            </AnchorLink>
          ) : (
            run.server_label
          )}
        </RowText>
        <Text size="xs" c="dimmed" hiddenFrom="sm" component="div">
          <Timestamp value={run.started_at} show="absolute" />
        </Text>
      </Table.Td>
      <Table.Td>
        <RowStatus color={runColor(run)}>{stateLabel(run, t)}</RowStatus>
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {after === undefined ? money(run.cost_before) : `${money(run.cost_before)} → ${money(after)}`}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Timestamp value={run.started_at} />
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm" className="break-anywhere">
          {run.started_by}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
};
