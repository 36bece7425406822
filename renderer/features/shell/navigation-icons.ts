import {
  IconBuildingCastle,
  IconDevices,
  IconHistory,
  IconLayoutGrid,
  IconMail,
  IconServer2,
  IconSettings,
  IconUserCircle,
  IconUsers,
} from '@tabler/icons-react';

/** Icons of the console's pages. */
export const navigationIcons = {
  dashboard: IconBuildingCastle,
  team: IconUsers,
  workspaces: IconLayoutGrid,
  hosting: IconServer2,
  mail: IconMail,
  audit: IconHistory,
  settings: IconSettings,
  sessions: IconDevices,
  profile: IconUserCircle,
} as const;
