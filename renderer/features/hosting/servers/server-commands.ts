import {
  IconArrowUpCircle,
  IconCalendarRepeat,
  IconChecks,
  IconCreditCard,
  IconPencil,
  IconPlayerPlay,
  IconPower,
  IconRefresh,
  IconShieldCheck,
  IconShieldOff,
  IconTags,
} from '@tabler/icons-react';
import { capabilitiesOf, defaultProvider, type ProviderName } from '#shared/flows/hosting-providers.ts';
import { type Holder, may } from '#shared/rules/permissions.ts';
import type { Actor, Command, CommandList } from '../../../components/commands.ts';
import type { Translate } from '../../../languages/translate.ts';
import { paths } from '../../../paths.ts';
import { changeDisabledReason, isOff, isRunning, type Server } from './servers.logic.ts';

/** A server, and whose it is. */
export type ServerTarget = Server & { provider?: ProviderName | undefined };

const canOf = ({ provider }: ServerTarget) => capabilitiesOf(provider ?? defaultProvider);
const changeRefusal = (actor: Actor, server: ServerTarget, t: Translate): string | undefined =>
  changeDisabledReason(actor, server, t);
const goneRefusal = (_: Actor, { is_gone }: ServerTarget, t: Translate): string | undefined =>
  is_gone ? t('hosting.refused.gone') : undefined;
const upgradeOf = ({ serviceid: serviceId }: ServerTarget) => paths.upgrade(serviceId);

const list = [
  {
    name: 'upgrade',
    icon: IconArrowUpCircle,
    allow: 'hosting.read',
    isRare: true,
    inBulk: true,
    refusal: goneRefusal,
    link: upgradeOf,
  },
  {
    name: 'pay',
    icon: IconCreditCard,
    allow: 'hosting.read',
    isRare: true,
    suits: (_, { open_run }) => open_run?.state === 'awaiting_payment',
    link: upgradeOf,
  },
  {
    name: 'confirm',
    icon: IconChecks,
    allow: 'hosting.manage',
    isRare: true,
    suits: (_, { open_run }) => open_run?.state === 'resized',
    link: upgradeOf,
  },
  {
    name: 'cycle',
    icon: IconCalendarRepeat,
    allow: 'hosting.manage',
    suits: (_, server) => canOf(server).billingCycles,
    refusal: changeRefusal,
  },
  {
    name: 'managed',
    icon: IconShieldCheck,
    allow: 'hosting.manage',
    suits: (_, server) => canOf(server).serviceLevels && server.managed !== true,
    refusal: changeRefusal,
  },
  {
    name: 'unmanaged',
    icon: IconShieldOff,
    allow: 'hosting.manage',
    suits: (_, server) => canOf(server).serviceLevels && server.managed !== false,
    refusal: changeRefusal,
  },
  {
    name: 'turnOn',
    icon: IconPlayerPlay,
    allow: 'hosting.manage',
    suits: (_, server) => canOf(server).power.includes('on') && !isRunning(server),
    refusal: changeRefusal,
  },
  {
    name: 'restart',
    icon: IconRefresh,
    allow: 'hosting.manage',
    suits: (_, server) => canOf(server).power.includes('reboot') && !isOff(server),
    refusal: changeRefusal,
  },
  {
    name: 'turnOff',
    icon: IconPower,
    allow: 'hosting.manage',
    suits: (_, server) => canOf(server).power.includes('off') && !isOff(server),
    refusal: changeRefusal,
  },
  { name: 'tag', icon: IconTags, allow: 'hosting.manage', inBulk: true },
  { name: 'edit', icon: IconPencil, allow: 'hosting.manage' },
] as const satisfies readonly Command<ServerTarget, string>[];

export type ServerCommand = (typeof list)[number]['name'];
type BulkCommand = Extract<(typeof list)[number], { inBulk: true }>['name'];

/** What someone may do with several servers at once. */
export const bulkServerCommands = (holder: Holder): BulkCommand[] =>
  list.flatMap((command) => ('inBulk' in command && may(holder, command.allow) ? [command.name] : []));

/** What can be done with a server. */
export const serverCommands: CommandList<ServerTarget, ServerCommand> = {
  list,
  label: (name, t) => t(`commands.servers.${name}.label`),
  words: (name, t) => t(`commands.servers.${name}.words`),
};
