import { Checkbox, Table, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { memberSorts } from '#shared/contract/team/list-members.ts';
import type { Me } from '../../api/context.tsx';
import { DataTable, SortableTh, type SortState } from '../../components/data-table.tsx';
import { MemberRow } from './member-row.tsx';
import { type Selection, selectedOf } from './selection.logic.ts';
import type { Member } from './team.logic.ts';

type Sort = SortState<(typeof memberSorts)[number]>;

interface MembersTableProps {
  me: Me;
  users: readonly Member[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** Absent where there is nothing to do with a selection. */
  selection: Selection | undefined;
  onSelect: (members: readonly Member[], selected: boolean) => void;
  onRemove: (member: Member) => void;
}

export const MembersTable = ({ me, users, selection, onSelect, onRemove, ...sorting }: MembersTableProps) => {
  const { t } = useTranslation();
  const selected = selection && selectedOf(selection, users);
  return (
    <DataTable
      label={t('team.members.table')}
      head={
        <>
          {selected && (
            <Table.Th w={1} pe={0}>
              <Checkbox
                aria-label={t('team.selection.page')}
                checked={selected === 'all'}
                indeterminate={selected === 'some'}
                onChange={() => onSelect(users, selected !== 'all')}
              />
            </Table.Th>
          )}
          <SortableTh by="name" {...sorting}>
            {t('team.members.columns.name')}
          </SortableTh>
          <SortableTh by="role" {...sorting}>
            {t('team.members.columns.role')}
          </SortableTh>
          <Table.Th visibleFrom="sm">{t('team.members.columns.status')}</Table.Th>
          <SortableTh by="last_login" visibleFrom="md" {...sorting}>
            {t('team.members.columns.lastLogin')}
          </SortableTh>
          <Table.Th w={1}>
            <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {users.map((member) => (
        <MemberRow
          key={member.user_id}
          me={me}
          member={member}
          selected={selection?.has(member.user_id)}
          onSelect={onSelect}
          onRemove={onRemove}
        />
      ))}
    </DataTable>
  );
};
