import { Avatar, Badge, Checkbox, Group, Menu, Table, Text } from '@mantine/core';
import { IconUserMinus, IconUserSearch } from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import type { Me } from '../../api/me.ts';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { MenuItemLink } from '../../components/menu-link.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { paths } from '../../paths.ts';
import { RoleSelect } from './role-select.tsx';
import { RowMenu } from './row-menu.tsx';
import { StatusBadge } from './status-badge.tsx';
import { type Member, removalDisabledReason } from './team.logic.ts';

/** A narrow window needs its width for names. */
const cell = { px: { base: 8, sm: 'md' } } as const;

interface MemberRowProps {
  me: Me;
  member: Member;
  /** Undefined where nobody can be selected. */
  selected: boolean | undefined;
  onSelect: (members: readonly Member[], selected: boolean) => void;
  onRemove: (member: Member) => void;
}

/** Kept as it is while others of the page are selected or changed. */
export const MemberRow = memo(({ me, member, selected, onSelect, onRemove }: MemberRowProps) => {
  const { t } = useTranslation();
  const { name } = member;
  return (
    <Table.Tr {...(selected && { bg: 'var(--castellan-nav-active)' })}>
      {selected !== undefined && (
        <Table.Td pe={0}>
          <Checkbox
            aria-label={t('team.selection.one', { name })}
            checked={selected}
            onChange={(event) => onSelect([member], event.currentTarget.checked)}
          />
        </Table.Td>
      )}
      <Table.Td {...cell}>
        <Group gap="sm" wrap="nowrap">
          <Avatar name={name} color="verdigris" size={34} radius="xl" alt="" visibleFrom="xs" />
          <div>
            <Group gap={6}>
              <AnchorLink {...paths.member(member.user_id)} fw={500} size="sm" className="break-anywhere">
                {name}
              </AnchorLink>
              {member.user_id === me.user_id && <Badge size="xs">{t('team.you')}</Badge>}
            </Group>
            <Text size="xs" c="dimmed" className="break-anywhere">
              {member.email}
            </Text>
          </div>
        </Group>
      </Table.Td>
      <Table.Td {...cell}>
        <RoleSelect me={me} member={member} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <StatusBadge status={member.status} />
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Timestamp value={member.last_login} />
      </Table.Td>
      <Table.Td {...cell}>
        <RowMenu label={t('team.members.actionsFor', { name })}>
          <MenuItemLink {...paths.member(member.user_id)} leftSection={<IconUserSearch size={16} aria-hidden />}>
            {t('team.members.open')}
          </MenuItemLink>
          <DisabledWithReason reason={removalDisabledReason(me, member, t)}>
            <Menu.Item
              color="red"
              leftSection={<IconUserMinus size={16} aria-hidden />}
              onClick={() => onRemove(member)}
            >
              {t('team.members.remove')}
            </Menu.Item>
          </DisabledWithReason>
        </RowMenu>
      </Table.Td>
    </Table.Tr>
  );
});
