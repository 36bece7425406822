import {
  IconCrown,
  IconDevicesOff,
  IconFolderPlus,
  IconHistory,
  IconKey,
  IconKeyOff,
  IconLock,
  IconLockOpen,
  IconRestore,
  IconShieldExclamation,
  IconShieldOff,
  IconShieldPlus,
  IconShieldQuestion,
  IconUserCheck,
  IconUserCog,
  IconUserMinus,
  IconUserSearch,
  IconUserShield,
  IconUsersPlus,
} from '@tabler/icons-react';
import { type Holder, may } from '#shared/rules/permissions.ts';
import { mayBeGuest } from '#shared/rules/roles.ts';
import type { Actor, Command, CommandList } from '../../components/commands.ts';
import { paths } from '../../paths.ts';
import {
  accessDisabledReason,
  disableDisabledReason,
  linkDisabledReason,
  type Member,
  removalDisabledReason,
  roleChangeDisabledReason,
  sessionsDisabledReason,
  transferDisabledReason,
} from './team.logic.ts';

const isOther = (actor: Actor, { user_id }: Member): boolean => user_id !== actor.user_id;
const isPresent = ({ status }: Member): boolean => status !== 'removed';
const isPresentOther = (actor: Actor, member: Member): boolean => isOther(actor, member) && isPresent(member);

const list = [
  { name: 'open', icon: IconUserSearch, allow: 'team.read', link: ({ user_id }) => paths.member(user_id) },
  {
    name: 'role',
    icon: IconUserCog,
    allow: 'team.manage',
    inBulk: true,
    suits: isPresentOther,
    refusal: roleChangeDisabledReason,
  },
  {
    name: 'guest',
    icon: IconUserShield,
    allow: 'team.manage',
    isRare: true,
    suits: (actor, member) => isOther(actor, member) && member.status === 'active' && mayBeGuest(member.role),
    refusal: roleChangeDisabledReason,
  },
  {
    name: 'workspace',
    icon: IconFolderPlus,
    allow: 'workspaces.manage',
    inBulk: true,
    suits: (_, member) => isPresent(member),
  },
  {
    name: 'group',
    icon: IconUsersPlus,
    allow: 'groups.manage',
    inBulk: true,
    suits: (_, member) => isPresent(member),
  },
  {
    name: 'customRoles',
    icon: IconShieldPlus,
    allow: 'roles.manage',
    isRare: true,
    suits: (_, member) => isPresent(member) && !member.guest,
    link: ({ user_id }) => paths.memberSection(user_id, 'custom-roles'),
  },
  {
    name: 'permissions',
    icon: IconShieldQuestion,
    allow: 'roles.manage',
    isRare: true,
    suits: (_, member) => isPresent(member),
    link: ({ user_id }) => paths.memberSection(user_id, 'permissions'),
  },
  { name: 'password', icon: IconKey, allow: 'team.manage', suits: isPresentOther, refusal: linkDisabledReason },
  {
    name: 'signOut',
    icon: IconDevicesOff,
    allow: 'sessions.manage',
    suits: isPresentOther,
    refusal: sessionsDisabledReason,
  },
  {
    name: 'signIns',
    icon: IconShieldExclamation,
    allow: 'sessions.manage',
    isRare: true,
    suits: (_, member) => isPresent(member),
    refusal: accessDisabledReason,
    link: ({ user_id }) => paths.memberSection(user_id, 'sign-in'),
  },
  {
    name: 'unlock',
    icon: IconLockOpen,
    allow: 'sessions.manage',
    isRare: true,
    suits: isPresentOther,
    refusal: sessionsDisabledReason,
  },
  { name: 'secondFactor', icon: IconShieldOff, allow: 'second_factor.reset', isRare: true, suits: isPresentOther },
  {
    name: 'keys',
    icon: IconKeyOff,
    allow: 'sessions.manage',
    isRare: true,
    suits: isPresentOther,
    refusal: sessionsDisabledReason,
    link: ({ user_id }) => paths.memberSection(user_id, 'api-keys'),
  },
  {
    name: 'activity',
    icon: IconHistory,
    allow: 'audit.read',
    isRare: true,
    link: ({ user_id }) => paths.activityOf(user_id),
  },
  {
    name: 'enable',
    icon: IconUserCheck,
    allow: 'team.manage',
    suits: (_, { status }) => status === 'disabled',
    refusal: disableDisabledReason,
  },
  {
    name: 'restore',
    icon: IconRestore,
    allow: 'team.manage',
    suits: (_, { status }) => status === 'pending_deletion',
    refusal: removalDisabledReason,
  },
  {
    name: 'disable',
    icon: IconLock,
    allow: 'team.manage',
    inBulk: true,
    suits: (actor, member) => isOther(actor, member) && member.status === 'active',
    refusal: disableDisabledReason,
  },
  {
    name: 'transfer',
    icon: IconCrown,
    allow: 'ownership.transfer',
    isRare: true,
    suits: isPresentOther,
    refusal: transferDisabledReason,
  },
  {
    name: 'remove',
    icon: IconUserMinus,
    allow: 'team.manage',
    isRed: true,
    inBulk: true,
    suits: isPresentOther,
    refusal: removalDisabledReason,
  },
] as const satisfies readonly Command<Member, string>[];

export type MemberCommand = (typeof list)[number]['name'];

type BulkCommand = Extract<(typeof list)[number], { inBulk: true }>['name'];

/** What someone may do with several members at once. */
export const bulkCommands = (holder: Holder): BulkCommand[] =>
  list.flatMap((command) => ('inBulk' in command && may(holder, command.allow) ? [command.name] : []));

/** What can be done with a member. */
export const memberCommands: CommandList<Member, MemberCommand> = {
  list,
  label: (name, t) => t(`commands.members.${name}.label`),
  words: (name, t) => t(`commands.members.${name}.words`),
};
