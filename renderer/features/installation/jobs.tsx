import { Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../components/data-table.tsx';
import { RowStatus } from '../../components/row-status.tsx';
import { RowText } from '../../components/row-text.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { type Job, jobName, jobState } from './installation.logic.ts';

/** The background jobs of the process, each with its name in logs and metrics beside what it does. */
export const Jobs = ({ jobs, isShared }: { jobs: readonly Job[]; isShared: boolean }) => {
  const { t } = useTranslation();
  return (
    <div className="surface list-and-lead">
      <Text size="sm" c="dimmed" p="md">
        {t(isShared ? 'installation.jobs.leadShared' : 'installation.jobs.lead')}
      </Text>
      <DataTable
        label={t('installation.jobs.table')}
        head={
          <>
            <Table.Th>{t('installation.jobs.columns.name')}</Table.Th>
            <Table.Th>{t('installation.jobs.columns.result')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('installation.jobs.columns.last')}</Table.Th>
            <Table.Th visibleFrom="sm" ta="right">
              {t('installation.jobs.columns.duration')}
            </Table.Th>
            <Table.Th visibleFrom="md" ta="right">
              {t('installation.jobs.columns.failures')}
            </Table.Th>
            <Table.Th visibleFrom="sm">{t('installation.jobs.columns.next')}</Table.Th>
          </>
        }
      >
        {jobs.map((job) => (
          <JobRow key={job.name} job={job} />
        ))}
      </DataTable>
    </div>
  );
};

const colors = { running: 'gray', waiting: 'gray', ok: 'verdigris', failed: 'red' } as const;

const When = ({ value, show }: { value: string | null; show?: 'deadline' }) =>
  value === null ? '–' : <Timestamp value={value} {...(show && { show })} />;

const JobRow = ({ job }: { job: Job }) => {
  const { t, i18n } = useTranslation();
  const { name, detail } = jobName(job, t);
  const { started_at, duration_ms, failures, next_at } = job;
  return (
    <Table.Tr>
      <Table.Td>
        <RowText detail={detail}>{name}</RowText>
        {(started_at !== null || next_at !== null) && (
          <Text size="xs" c="dimmed" hiddenFrom="sm">
            <When value={started_at} /> → <When value={next_at} show="deadline" />
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <RowStatus color={colors[jobState(job)]}>{t(`installation.jobs.${jobState(job)}`)}</RowStatus>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <When value={started_at} />
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right" className="figures">
        {duration_ms === null ? '–' : t('installation.jobs.duration', { ms: duration_ms })}
      </Table.Td>
      <Table.Td visibleFrom="md" ta="right" className="figures">
        {new Intl.NumberFormat(i18n.language).format(failures)}
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <When value={next_at} show="deadline" />
      </Table.Td>
    </Table.Tr>
  );
};
