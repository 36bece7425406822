import { IconKey, IconPencil, IconPlayerPause, IconPlayerPlay, IconShieldPlus, IconTrash } from '@tabler/icons-react';
import type { Command, CommandList } from '../../components/commands.ts';
import type { ServiceAccount } from './service-accounts.logic.ts';

const allow = 'service_accounts.manage';

const list = [
  { name: 'edit', icon: IconPencil, allow },
  { name: 'keys', icon: IconKey, allow },
  { name: 'customRoles', icon: IconShieldPlus, allow: 'roles.manage' },
  { name: 'disable', icon: IconPlayerPause, allow, suits: (_actor, { status }) => status === 'active' },
  { name: 'enable', icon: IconPlayerPlay, allow, suits: (_actor, { status }) => status === 'disabled' },
  { name: 'delete', icon: IconTrash, allow, isRed: true },
] as const satisfies readonly Command<ServiceAccount, string>[];

export type ServiceAccountCommand = (typeof list)[number]['name'];

/** What can be done with a service account. */
export const serviceAccountCommands: CommandList<ServiceAccount, ServiceAccountCommand> = {
  list,
  label: (name, t) => t(`commands.serviceAccounts.${name}.label`),
  words: (name, t) => t(`commands.serviceAccounts.${name}.words`),
};
