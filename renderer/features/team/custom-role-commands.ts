import { IconPencil, IconTrash } from '@tabler/icons-react';
import type { Command, CommandList } from '../../components/commands.ts';
import { type CustomRole, roleDisabledReason } from './custom-roles.logic.ts';

const allow = 'roles.manage';

const list = [
  { name: 'edit', icon: IconPencil, allow, refusal: roleDisabledReason },
  { name: 'delete', icon: IconTrash, allow, isRed: true, refusal: roleDisabledReason },
] as const satisfies readonly Command<CustomRole, string>[];

export type CustomRoleCommand = (typeof list)[number]['name'];

/** What can be done with a custom role. */
export const customRoleCommands: CommandList<CustomRole, CustomRoleCommand> = {
  list,
  label: (name, t) => t(`commands.customRoles.${name}.label`),
  words: (name, t) => t(`commands.customRoles.${name}.words`),
};
