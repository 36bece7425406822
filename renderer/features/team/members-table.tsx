import { Badge, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { memberSorts } from '#shared/contract/team/list-members.ts';
import type { Me } from '../../api/context.tsx';
import { Breakable } from '../../components/breakable.tsx';
import { CommandItems } from '../../components/command-items.tsx';
import { offersFor } from '../../components/commands.ts';
import { DataTable, SortableTh, type SortState } from '../../components/data-table.tsx';
import { MoreMenu } from '../../components/more-menu.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { SelectPageBox, SelectRowBox } from '../../components/select-boxes.tsx';
import type { SelectRow, SelectRows } from '../../components/selection.logic.ts';
import { Timestamp } from '../../components/timestamp.tsx';
import { useSelectRow } from '../../components/use-select-row.ts';
import { paths } from '../../paths.ts';
import { GuestBadge } from './guest-badge.tsx';
import { type MemberCommand, memberCommands } from './member-commands.ts';
import { type MemberSelection, selectedOf } from './member-selection.ts';
import { RoleSelect } from './role-select.tsx';
import type { Member } from './team.logic.ts';

type Sort = SortState<(typeof memberSorts)[number]>;

interface MembersTableProps {
  me: Me;
  users: readonly Member[];
  sort: Sort;
  onSort: (sort: Sort) => void;
  /** Undefined if the user may not act on members. */
  selection: MemberSelection | undefined;
  onSelect: SelectRows<Member>;
  onStart: (name: MemberCommand, members: readonly Member[]) => void;
}

export const MembersTable = ({ me, users, selection, onSelect, onStart, ...sorting }: MembersTableProps) => {
  const { t } = useTranslation();
  const selected = selection && selectedOf(selection, users);
  const selectRow = useSelectRow(users, idOf, onSelect);
  return (
    <DataTable
      label={t('team.members.table')}
      head={
        <>
          {selected && (
            <Table.Th w={1} pe={0}>
              <SelectPageBox
                label={t('team.selection.page')}
                selected={selected}
                onSelect={(all) => onSelect(users, all)}
              />
            </Table.Th>
          )}
          <SortableTh by="name" {...sorting}>
            {t('team.members.columns.name')}
          </SortableTh>
          <SortableTh by="email" visibleFrom="md" {...sorting}>
            {t('common.email')}
          </SortableTh>
          <SortableTh by="role" {...sorting}>
            {t('team.members.columns.role')}
          </SortableTh>
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
          onSelect={selectRow}
          onStart={onStart}
        />
      ))}
    </DataTable>
  );
};

const idOf = ({ user_id }: Member) => user_id;

/** Less padding in a narrow window, to leave room for names. */
const cell = { px: { base: 8, sm: 'md' } } as const;

interface MemberRowProps {
  me: Me;
  member: Member;
  /** Undefined if rows can't be selected. */
  selected: boolean | undefined;
  onSelect: SelectRow<Member>;
  onStart: (name: MemberCommand, members: readonly Member[]) => void;
}

/**
 * One member. A click beside what can be used opens their page. Memoized, so that selecting or changing one doesn't render the others.
 */
const MemberRow = memo(({ me, member, selected, onSelect, onStart }: MemberRowProps) => {
  const { t } = useTranslation();
  const { name } = member;
  const offers = offersFor(memberCommands, me, member, t).filter(({ isRare }) => !isRare);
  return (
    <Table.Tr className="linked-row" {...(selected && { bg: 'var(--castellan-nav-active)' })}>
      {selected !== undefined && (
        <Table.Td pe={0}>
          <SelectRowBox
            label={t('team.selection.one', { name })}
            checked={selected}
            onSelect={(chosen, isRange) => onSelect(member, chosen, isRange)}
          />
        </Table.Td>
      )}
      <Table.Td {...cell}>
        <Group gap="sm" wrap="nowrap">
          <PersonAvatar name={name} size={26} radius="xl" visibleFrom="xs" />
          <div>
            <Group gap="xs">
              <AnchorLink {...paths.member(member.user_id)} fw={600} size="sm" className="break-anywhere row-link">
                {name}
              </AnchorLink>
              {member.user_id === me.user_id && <Badge size="xs">{t('team.you')}</Badge>}
              {/* Most are active. */}
              {member.status !== 'active' && <StatusBadge status={member.status} />}
              <GuestBadge guest={member.guest} />
            </Group>
            <Text size="xs" c="dimmed" className="break-anywhere above-link" hiddenFrom="md">
              <Breakable text={member.email} />
            </Text>
          </div>
        </Group>
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm" c="dimmed" className="break-anywhere above-link" w="fit-content">
          {member.email}
        </Text>
      </Table.Td>
      <Table.Td {...cell}>
        <RoleSelect me={me} member={member} />
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Timestamp value={member.last_login} />
      </Table.Td>
      <Table.Td px={{ base: 0, sm: 'md' }}>
        <MoreMenu name={name}>
          <CommandItems offers={offers} onStart={(name) => onStart(name, [member])} />
        </MoreMenu>
      </Table.Td>
    </Table.Tr>
  );
});

const colors: Record<Member['status'], string> = {
  active: 'verdigris',
  disabled: 'red',
  pending_deletion: 'yellow',
  removed: 'gray',
};

export const StatusBadge = ({ status }: { status: Member['status'] }) => {
  const { t } = useTranslation();
  return <Badge color={colors[status]}>{t(`team.statuses.${status}`)}</Badge>;
};
