import { ActionIcon, Avatar, Badge, Group, Menu, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconUserMinus, IconUserSearch } from '@tabler/icons-react';
import type { Me } from '../../api/me.ts';
import { Reasoned } from '../../components/reasoned.tsx';
import { AnchorLink, MenuItemLink } from '../../components/router-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { paths } from '../../paths.ts';
import { RemoveMemberDialog } from './remove-member-dialog.tsx';
import { RoleSelect } from './role-select.tsx';
import { StatusBadge } from './status-badge.tsx';
import { type Member, removalRefusal } from './team.rules.ts';

export const MemberRow = ({ me, member }: { me: Me; member: Member }) => {
  const [removing, remove] = useDisclosure();
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="sm" wrap="nowrap">
          <Avatar name={member.name} color="verdigris" size={34} radius="xl" alt="" visibleFrom="xs" />
          <div>
            <Group gap={6}>
              <AnchorLink {...paths.member(member.user_id)} fw={500} size="sm" className="break-anywhere">
                {member.name}
              </AnchorLink>
              {member.user_id === me.user_id && <Badge size="xs">You</Badge>}
            </Group>
            <Text size="xs" c="dimmed" className="break-anywhere">
              {member.email}
            </Text>
          </div>
        </Group>
      </Table.Td>
      <Table.Td>
        <RoleSelect me={me} member={member} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <StatusBadge status={member.status} />
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Timestamp value={member.last_login} />
      </Table.Td>
      <Table.Td>
        <Menu>
          <Menu.Target>
            <ActionIcon aria-label={`Actions for ${member.name}`}>
              <IconDots size={18} aria-hidden />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <MenuItemLink {...paths.member(member.user_id)} leftSection={<IconUserSearch size={16} aria-hidden />}>
              Open
            </MenuItemLink>
            <Reasoned reason={removalRefusal(me, member)}>
              <Menu.Item color="red" leftSection={<IconUserMinus size={16} aria-hidden />} onClick={remove.open}>
                Remove
              </Menu.Item>
            </Reasoned>
          </Menu.Dropdown>
        </Menu>
        <RemoveMemberDialog me={me} member={member} opened={removing} onClose={remove.close} />
      </Table.Td>
    </Table.Tr>
  );
};
