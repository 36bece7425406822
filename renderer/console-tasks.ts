import { lazy } from 'react';
import { taskKind } from './components/commands.ts';
import { serverCommands } from './features/hosting/servers/server-commands.ts';
import type { ConsoleTasks } from './features/shell/tasks.logic.ts';
import { invitationCommands } from './features/team/invitation-commands.ts';
import { memberCommands } from './features/team/member-commands.ts';
import { workspaceCommands } from './features/workspaces/workspace-commands.ts';
import { loadPart } from './parts/page.ts';

const MemberTask = lazy(async () => ({
  default: (await loadPart(() => import('./features/team/member-task.tsx'))).MemberTask,
}));
const InvitationTask = lazy(async () => ({
  default: (await loadPart(() => import('./features/team/invitation-task.tsx'))).InvitationTask,
}));
const ServerTask = lazy(async () => ({
  default: (await loadPart(() => import('./features/hosting/servers/server-task.tsx'))).ServerTask,
}));
const WorkspaceTask = lazy(async () => ({
  default: (await loadPart(() => import('./features/workspaces/delete-workspace-dialog.tsx'))).DeleteWorkspaceDialog,
}));

/** What can be done with what the search finds: the commands of all features, which the search knows none of. */
export const consoleTasks: ConsoleTasks = {
  members: taskKind(memberCommands, MemberTask),
  invitations: taskKind(invitationCommands, InvitationTask),
  workspaces: taskKind(workspaceCommands, WorkspaceTask),
  servers: taskKind(serverCommands, ServerTask),
};
