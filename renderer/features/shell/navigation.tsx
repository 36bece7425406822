import { Divider, NavLink, Stack } from '@mantine/core';
import {
  IconApi,
  IconBuildingCastle,
  IconDevices,
  IconHistory,
  IconLayoutGrid,
  IconMail,
  IconServer2,
  IconSettings,
  IconShieldLock,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import { createLink } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import type { Role } from '#shared/rules/roles.ts';
import { apiReference } from '../../paths.ts';
import { navigationFor } from './navigation.logic.ts';

const NavigationLink = createLink(NavLink<'a'>);

export const Navigation = ({ role, onNavigate }: { role: Role; onNavigate: () => void }) => {
  const { t } = useTranslation();
  return (
    <Stack gap={4}>
      {navigationFor(role, t).map(({ label, name, link, exact }) => {
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

/** Icons of the console's pages. */
export const navigationIcons = {
  dashboard: IconBuildingCastle,
  team: IconUsers,
  workspaces: IconLayoutGrid,
  hosting: IconServer2,
  mail: IconMail,
  audit: IconHistory,
  security: IconShieldLock,
  settings: IconSettings,
  sessions: IconDevices,
  profile: IconUserCircle,
} as const;
