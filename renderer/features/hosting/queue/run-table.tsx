import { ActionIcon, Table, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../../components/data-table.tsx';
import { AnchorLink } from '../../../components/router-link.tsx';
import { RowStatus } from '../../../components/row-status.tsx';
import { paths } from '../../../paths.ts';
import { type Run, runColor, runTopic } from '../runs/runs.logic.ts';
import { useMoney } from '../use-hosting.ts';
import { sumsOf } from './queue.logic.ts';

interface RunTableProps {
  label: string;
  runs: readonly Run[];
  /** Shows the status of each run. */
  hasStates?: boolean;
  /** Why nothing happens to a run. */
  noteOf?: (run: Run) => string | undefined;
  onRemove?: (run: Run) => unknown;
}

/** Upgrades of several servers, one per row. */
export const RunTable = ({ label, runs, hasStates = false, noteOf, onRemove }: RunTableProps) => {
  const { t } = useTranslation();
  return (
    <DataTable
      label={label}
      head={
        <>
          <Table.Th>{t('hosting.queue.columns.server')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('hosting.queue.columns.plan')}</Table.Th>
          {hasStates && <Table.Th>{t('hosting.queue.columns.status')}</Table.Th>}
          <Table.Th ta="right" visibleFrom="md">
            {t('hosting.review.now')}
          </Table.Th>
          <Table.Th ta="right">{t('hosting.review.monthly')}</Table.Th>
          {onRemove && <Table.Th aria-label={t('hosting.queue.remove')} />}
        </>
      }
    >
      {runs.map((run) => (
        <RunRow key={run.run_id} run={run} hasStates={hasStates} note={noteOf?.(run)} {...(onRemove && { onRemove })} />
      ))}
    </DataTable>
  );
};

interface RunRowProps extends Pick<RunTableProps, 'hasStates' | 'onRemove'> {
  run: Run;
  note: string | undefined;
}

const RunRow = ({ run, hasStates, note, onRemove }: RunRowProps) => {
  const { t } = useTranslation();
  const { money, delta } = useMoney();
  const { plan, server_label: server } = run;
  return (
    <Table.Tr>
      <Table.Td>
        <AnchorLink {...paths.upgrade(run.serviceid)} size="sm" fw={600} className="break-anywhere">
          {server}
        </AnchorLink>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {runTopic(run, t)}
        </Text>
        {note !== undefined && (
          <Text size="xs" fw={600}>
            {note}
          </Text>
        )}
      </Table.Td>
      <Table.Td visibleFrom="sm">{runTopic(run, t)}</Table.Td>
      {hasStates && (
        <Table.Td>
          <RowStatus color={runColor(run)}>
            {run.state === 'choosing' ? t('hosting.queue.waiting') : t(`hosting.states.${run.state}`)}
          </RowStatus>
        </Table.Td>
      )}
      <Table.Td ta="right" visibleFrom="md" className="figures">
        {plan?.now_estimate ? money(plan.now_estimate) : '–'}
      </Table.Td>
      <Table.Td ta="right" className="figures">
        {delta(sumsOf([run]).delta)}
      </Table.Td>
      {onRemove && (
        <Table.Td ta="right">
          <ActionIcon aria-label={t('hosting.queue.removeOf', { server })} onClick={() => void onRemove(run)}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        </Table.Td>
      )}
    </Table.Tr>
  );
};
