import { Group, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronDown, IconLogout, IconServer, IconServerCog } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPCClient } from '../../api/context.tsx';
import { desktopBridge } from '../../api/desktop.ts';
import { useLeave } from '../../api/use-leave.ts';
import { DropdownMenu, MenuItemLink } from '../../components/dropdown-menu.tsx';
import { notifyFailure } from '../../components/notify.tsx';
import { PersonAvatar } from '../../components/person-avatar.tsx';
import { paths } from '../../paths.ts';
import { navigationFor } from './navigation.logic.ts';
import { navigationIcons } from './navigation.tsx';
import { useIsOperator } from './use-is-operator.ts';

export const UserMenu = ({ me }: { me: Me }) => {
  const { t } = useTranslation();
  const signOut = useSignOut();
  const [busy, setBusy] = useState(false);
  const desktop = desktopBridge();
  const [opened, setOpened] = useState(false);
  const isOperator = useIsOperator(opened);
  return (
    <DropdownMenu width={240} opened={opened} onChange={setOpened}>
      <Menu.Target>
        <UnstyledButton p={4}>
          <VisuallyHidden>{t('shell.accountMenu', { name: me.name })}</VisuallyHidden>
          <Group gap="xs" wrap="nowrap" aria-hidden>
            <PersonAvatar name={me.name} size={32} radius="xl" />
            <Text size="sm" fw={600} visibleFrom="xs" maw={180} truncate>
              {me.name}
            </Text>
            <IconChevronDown size={14} aria-hidden />
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className="break-anywhere">
          <Text inherit>{me.email}</Text>
          <Text inherit fw={400}>
            {t(`team.roles.${me.role}`)}
          </Text>
        </Menu.Label>
        {navigationFor(me, t)
          .filter(({ group }) => group === 'you')
          .map(({ name, label, link }) => {
            const Icon = navigationIcons[name];
            return (
              <MenuItemLink key={name} {...link} leftSection={<Icon size={16} aria-hidden />}>
                {label}
              </MenuItemLink>
            );
          })}
        {isOperator && (
          <MenuItemLink {...paths.installation} leftSection={<IconServerCog size={16} aria-hidden />}>
            {t('installation.title')}
          </MenuItemLink>
        )}
        {desktop && (
          <Menu.Item
            leftSection={<IconServer size={16} aria-hidden />}
            onClick={() => void desktop.chooseServer().catch(reportError)}
          >
            {t('shell.switchServer')}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          closeMenuOnClick={false}
          disabled={busy}
          leftSection={<IconLogout size={16} aria-hidden />}
          onClick={() => {
            setBusy(true);
            void signOut();
          }}
        >
          {t('shell.signOut')}
        </Menu.Item>
      </Menu.Dropdown>
    </DropdownMenu>
  );
};

export const useSignOut = () => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  return useLeave(
    () => client.auth.logout.mutate(),
    (error) => notifyFailure(t('shell.signOutUnheard'), error),
  );
};
