import type { KeyScope } from '../rules/permissions.ts';

/** What each scope lets an API key do, as the console labels it. Emails go on with it in a sentence. */
export const scopeTexts: Record<KeyScope, string> = {
  self: 'Read and update your profile',
  'team.read': 'Read members',
  'team.manage': 'Invite, change and remove members (never owners)',
  'groups.manage': 'Create groups, and change their members and workspaces',
  'applications.manage': 'Create applications, and change who may use them',
  'mail.manage': 'Read the outbox and resend email',
  'audit.read': 'Read the audit log',
  'workspaces.list': 'List workspaces',
  'workspaces.read': 'Read workspaces and their members',
  'workspaces.settings': 'Update workspaces and their members',
  'workspaces.manage': 'Create and delete workspaces',
  'hosting.read': 'Read servers, costs and upgrades',
  'hosting.manage': 'Order upgrades and change billing cycles',
};
