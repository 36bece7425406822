import { Table, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { serverSorts } from '#shared/contract/hosting/list-servers.ts';
import type { Me } from '../../../api/context.tsx';
import { DataTable, SortableTh, type SortState } from '../../../components/data-table.tsx';
import { SelectPageBox } from '../../../components/select-boxes.tsx';
import type { SelectRows } from '../../../components/selection.logic.ts';
import { useSelectRow } from '../../../components/use-select-row.ts';
import { ServerRow } from './server-row.tsx';
import { type ServerSelection, selectedOf } from './server-selection.ts';
import type { Server } from './servers.logic.ts';

interface ServerTableProps {
  me: Me;
  servers: readonly Server[];
  sort: SortState<(typeof serverSorts)[number]>;
  onSort: (sort: SortState<(typeof serverSorts)[number]>) => void;
  selection: ServerSelection;
  onSelect: SelectRows<Server>;
  onTag: (tag: string) => void;
}

const idOf = ({ serviceid }: Server) => serviceid;

/** Servers, one per row. A narrow window stacks status and plan below the name. */
export const ServerTable = ({ me, servers, selection, onSelect, onTag, ...sorting }: ServerTableProps) => {
  const { t } = useTranslation();
  const selected = selectedOf(selection, servers);
  const selectRow = useSelectRow(servers, idOf, onSelect);
  return (
    <DataTable
      label={t('hosting.servers.title')}
      head={
        <>
          <Table.Th w={1} pe={0}>
            <SelectPageBox
              label={t('hosting.servers.selection.page')}
              selected={selected}
              onSelect={(all) => onSelect(servers, all)}
            />
          </Table.Th>
          <SortableTh by="name" {...sorting}>
            {t('hosting.servers.columns.server')}
          </SortableTh>
          <SortableTh by="status" visibleFrom="sm" {...sorting}>
            {t('hosting.servers.columns.status')}
          </SortableTh>
          <SortableTh by="plan" visibleFrom="md" {...sorting}>
            {t('hosting.servers.columns.plan')}
          </SortableTh>
          <SortableTh by="cost" align="right" {...sorting}>
            {t('hosting.servers.columns.cost')}
          </SortableTh>
          <Table.Th w={1}>
            <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {servers.map((server) => (
        <ServerRow
          key={server.serviceid}
          me={me}
          server={server}
          selected={selection.has(server.serviceid)}
          onSelect={selectRow}
          onTag={onTag}
        />
      ))}
    </DataTable>
  );
};
