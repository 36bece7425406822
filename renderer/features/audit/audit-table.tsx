import { Table, VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PagedQuery } from '../../components/paged-list.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import type { AuditEvent } from './audit.logic.ts';
import { AuditRow } from './audit-row.tsx';
import { SignInRows } from './sign-in-rows.tsx';
import { withSignInsTogether } from './sign-in-runs.logic.ts';

interface AuditTableProps {
  list: PagedQuery<{ events: AuditEvent[]; total: number }>;
  empty: ReactNode;
  /** Whether sign-ins that follow each other share a row. */
  signInsTogether?: boolean;
  onActor: (actorId: string) => void;
}

/** Entries of the audit log, each with its details to open. */
export const AuditTable = ({ list, empty, signInsTogether = false, onActor }: AuditTableProps) => {
  const { t } = useTranslation();
  return (
    <PagedTable
      list={list}
      subject={t('audit.what')}
      counted={(count) => t('audit.counted', { count })}
      empty={empty}
      label={t('audit.title')}
      head={
        <>
          <Table.Th w="42%">{t('audit.columns.what')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('audit.columns.who')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('audit.columns.whom')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('audit.columns.when')}</Table.Th>
          <Table.Th visibleFrom="md">{t('audit.columns.from')}</Table.Th>
          <Table.Th w={1}>
            <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {({ events }) =>
        (signInsTogether ? withSignInsTogether(events) : events.map((event) => ({ event }))).map((item) =>
          'event' in item ? (
            <AuditRow key={item.event.sequence} event={item.event} onActor={onActor} />
          ) : (
            <SignInRows key={item.signIns[0].sequence} {...item} onActor={onActor} />
          ),
        )
      }
    </PagedTable>
  );
};
