import { Divider, NavLink, Stack } from '@mantine/core';
import {
  IconApi,
  IconBuildingCastle,
  IconDevices,
  IconHistory,
  IconLayoutGrid,
  IconMail,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';
import type { Role } from '#shared/roles.ts';
import { NavigationLink } from '../../components/router-link.tsx';
import { apiReference } from '../../paths.ts';
import { navigationFor } from './navigation.rules.ts';

const icons = {
  dashboard: IconBuildingCastle,
  team: IconUsers,
  workspaces: IconLayoutGrid,
  mail: IconMail,
  audit: IconHistory,
  sessions: IconDevices,
  profile: IconUserCircle,
} as const;

export const Navigation = ({ role, onNavigate }: { role: Role; onNavigate: () => void }) => (
  <Stack gap={4}>
    {navigationFor(role).map(({ label, icon, link, exact }) => {
      const Icon = icons[icon];
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
      label="API reference"
      className="nav-link"
      leftSection={<IconApi size={20} stroke={1.6} aria-hidden />}
    />
  </Stack>
);
