import { Table, VisuallyHidden } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../api/context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { SelectPageBox } from '../../components/select-boxes.tsx';
import type { SelectRows } from '../../components/selection.logic.ts';
import { useSelectRow } from '../../components/use-select-row.ts';
import { InvitationRow } from './invitation-row.tsx';
import { type InvitationSelection, selectedOf } from './invitations-bulk.tsx';
import type { Invitation, InvitationAction } from './team.logic.ts';

interface InvitationsTableProps {
  me: Me;
  invitations: readonly Invitation[];
  selection: InvitationSelection;
  onSelect: SelectRows<Invitation>;
  onStart: (name: InvitationAction, invitations: readonly Invitation[]) => void;
}

const idOf = ({ invitation_id }: Invitation) => invitation_id;

/** Invitations, one per row. */
export const InvitationsTable = ({ me, invitations, selection, onSelect, onStart }: InvitationsTableProps) => {
  const { t } = useTranslation();
  const selectRow = useSelectRow(invitations, idOf, onSelect);
  return (
    <DataTable
      label={t('team.invitations.table')}
      head={
        <>
          <Table.Th w={1} pe={0}>
            <SelectPageBox
              label={t('team.invitations.bulk.page')}
              selected={selectedOf(selection, invitations)}
              onSelect={(all) => onSelect(invitations, all)}
            />
          </Table.Th>
          <Table.Th>{t('common.email')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('team.invitations.columns.role')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('team.invitations.columns.state')}</Table.Th>
          <Table.Th visibleFrom="md">{t('team.invitations.columns.sent')}</Table.Th>
          <Table.Th visibleFrom="sm">{t('team.invitations.columns.expires')}</Table.Th>
          <Table.Th visibleFrom="md">{t('team.invitations.columns.invitedBy')}</Table.Th>
          <Table.Th w={1}>
            <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
          </Table.Th>
        </>
      }
    >
      {invitations.map((invitation) => (
        <InvitationRow
          key={invitation.invitation_id}
          me={me}
          invitation={invitation}
          selected={selection.has(invitation.invitation_id)}
          onSelect={(chosen, isRange) => selectRow(invitation, chosen, isRange)}
          onStart={onStart}
        />
      ))}
    </DataTable>
  );
};
