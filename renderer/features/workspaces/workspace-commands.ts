import { IconActivity, IconFolderOpen, IconHeartbeat, IconPencil, IconTrash, IconUserPlus } from '@tabler/icons-react';
import type { Command, CommandList } from '../../components/commands.ts';
import { paths } from '../../paths.ts';
import type { Workspace } from './workspaces.logic.ts';

const list = [
  { name: 'open', icon: IconFolderOpen, allow: 'workspaces.list', link: ({ slug }) => paths.workspace(slug) },
  {
    name: 'members',
    icon: IconUserPlus,
    allow: 'workspaces.settings',
    link: ({ slug }) => paths.workspaceTab(slug, 'members'),
  },
  { name: 'health', icon: IconHeartbeat, allow: 'workspaces.settings', link: ({ slug }) => paths.workspace(slug) },
  {
    name: 'rename',
    icon: IconPencil,
    allow: 'workspaces.settings',
    link: ({ slug }) => paths.workspaceTab(slug, 'settings'),
  },
  {
    name: 'activity',
    icon: IconActivity,
    allow: 'audit.read',
    link: ({ slug }) => paths.workspaceTab(slug, 'activity'),
  },
  { name: 'delete', icon: IconTrash, allow: 'workspaces.manage', isRed: true },
] as const satisfies readonly Command<Workspace, string>[];

type WorkspaceCommand = (typeof list)[number]['name'];

/** What can be done with a workspace. */
export const workspaceCommands: CommandList<Workspace, WorkspaceCommand> = {
  list,
  label: (name, t) => t(`commands.workspaces.${name}.label`),
  words: (name, t) => t(`commands.workspaces.${name}.words`),
};
