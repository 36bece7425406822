import { Divider, NavLink, Stack, Text } from '@mantine/core';
import {
  IconApi,
  IconApps,
  IconBuildingCastle,
  IconDevices,
  IconFolders,
  IconHistory,
  IconMail,
  IconPlugConnected,
  IconServer2,
  IconSettings,
  IconShieldLock,
  IconUserCircle,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Holder } from '#shared/rules/permissions.ts';
import { apiReference } from '../../paths.ts';
import { navigationFor, navigationGroups } from './navigation.logic.ts';
import { useHasApps } from './use-has-apps.ts';

const NavigationLink = createLink(NavLink<'a'>);

interface NavigationProps {
  me: Holder;
  onNavigate: () => void;
}

/** The pages of the organization, in groups. A person's own pages are in the account menu. */
export const Navigation = ({ me, onNavigate }: NavigationProps) => {
  const { t } = useTranslation();
  const hasApps = useHasApps();
  const items = navigationFor(me, t).filter(({ name }) => name !== 'apps' || hasApps);
  return (
    <Stack gap={4}>
      <Links items={items.filter(({ group }) => group === undefined)} onNavigate={onNavigate} />
      {navigationGroups.map((name) => {
        const listed = items.filter(({ group }) => group === name);
        const title = t(`navigation.groups.${name}`);
        return (
          listed.length > 0 && (
            <Stack key={name} gap={4} role="group" aria-label={title}>
              <Text size="xs" c="dimmed" fw={600} className="nav-title" aria-hidden>
                {title}
              </Text>
              <Links items={listed} onNavigate={onNavigate} />
            </Stack>
          )
        );
      })}
      <Divider my="xs" />
      <NavLink
        href={apiReference}
        target="_blank"
        rel="noreferrer"
        label={t('navigation.apiReference')}
        className="nav-link"
        leftSection={<IconApi size={20} stroke={1.6} aria-hidden />}
      />
    </Stack>
  );
};

const Links = ({ items, onNavigate }: { items: ReturnType<typeof navigationFor>; onNavigate: () => void }) =>
  items.map(({ label, name, link, exact }) => {
    const Icon = navigationIcons[name];
    return (
      <NavigationLink
        key={link.to}
        {...link}
        label={label}
        className="nav-link"
        leftSection={<Icon size={20} stroke={1.6} aria-hidden />}
        activeOptions={{ exact: exact === true, includeSearch: false }}
        onClick={onNavigate}
      />
    );
  });

/** Icons of the console's pages. */
export const navigationIcons = {
  dashboard: IconBuildingCastle,
  team: IconUsers,
  workspaces: IconFolders,
  applications: IconPlugConnected,
  apps: IconApps,
  hosting: IconServer2,
  mail: IconMail,
  audit: IconHistory,
  events: IconWebhook,
  security: IconShieldLock,
  settings: IconSettings,
  sessions: IconDevices,
  profile: IconUserCircle,
} as const;
