import type { Icon } from '@tabler/icons-react';
import type { NavigateOptions } from '@tanstack/react-router';
import type { ComponentType } from 'react';
import { type Holder, may, type Permission } from '#shared/rules/permissions.ts';
import type { Role } from '#shared/rules/roles.ts';
import type { Translate } from '../languages/translate.ts';

/** What the rules need to know about the signed-in user. */
export interface Actor {
  user_id: string;
  role: Role;
  granted: Holder['granted'];
  guest?: Holder['guest'];
}

/**
 * DECISION 0302: something that can be done with an object of one kind, stated once. The menu of its row, its page, the bar of those selected
 * and the search offer it from here.
 */
export interface Command<Target, Name extends string> {
  name: Name;
  icon: Icon;
  /** Someone who may not do it to anything isn't offered it. */
  allow: Permission;
  /** Loses something. */
  isRed?: true;
  /** Also for several at once. */
  inBulk?: true;
  /** The menu of a row leaves it out, to stay short. */
  isRare?: true;
  /** Whether it makes sense for this one. What doesn't isn't offered. */
  suits?: (actor: Actor, target: Target) => boolean;
  /** Why it can't be done now; undefined if it can. */
  refusal?: (actor: Actor, target: Target, t: Translate) => string | undefined;
  /** Where it leads, if that is a page and no dialog. */
  link?: (target: Target) => NavigateOptions;
}

/** The commands of a kind, and their texts. */
export interface CommandList<Target, Name extends string> {
  list: readonly Command<Target, Name>[];
  label: (name: Name, t: Translate) => string;
  /** Other words for it, which the search knows. */
  words: (name: Name, t: Translate) => string;
}

/** A command for one object, or for one that is still to be chosen. */
export interface Offer<Name extends string = string> {
  name: Name;
  label: string;
  words: string;
  icon: Icon;
  isRed: boolean;
  isRare: boolean;
  /** Why not now. */
  reason: string | undefined;
  link: NavigateOptions | undefined;
}

const offerOf = <Target, Name extends string>(
  { label, words }: CommandList<Target, Name>,
  { name, icon, isRed, isRare }: Command<Target, Name>,
  t: Translate,
): Offer<Name> => ({
  name,
  label: label(name, t),
  words: words(name, t),
  icon,
  isRed: isRed === true,
  isRare: isRare === true,
  reason: undefined,
  link: undefined,
});

/** What someone may do with an object. */
export const offersFor = <Target, Name extends string>(
  commands: CommandList<Target, Name>,
  actor: Actor,
  target: Target,
  t: Translate,
): Offer<Name>[] =>
  commands.list
    .filter(({ allow, suits }) => may(actor, allow) && (suits?.(actor, target) ?? true))
    .map((command) => ({
      ...offerOf(commands, command, t),
      reason: command.refusal?.(actor, target, t),
      link: command.link?.(target),
    }));

/** What someone may do with objects of a kind. */
const offersOfKind = <Target, Name extends string>(
  commands: CommandList<Target, Name>,
  holder: Holder,
  t: Translate,
): Offer<Name>[] =>
  commands.list.filter(({ allow }) => may(holder, allow)).map((command) => offerOf(commands, command, t));

export interface TaskProps<Target, Name extends string = string> {
  name: Name;
  targets: readonly Target[];
  opened: boolean;
  onClose: () => void;
  /** Called with those that it changed, for lists that have them selected. */
  onDone?: (done: readonly Target[]) => void;
}

/** A kind of object as the search knows it, without the names of its commands. */
export interface TaskKind<Target> {
  offersFor: (actor: Actor, target: Target, t: Translate) => Offer[];
  offersOfKind: (holder: Holder, t: Translate) => Offer[];
  /** The dialogs of its commands. */
  Task: ComponentType<TaskProps<Target>>;
}

export const taskKind = <Target, Name extends string>(
  commands: CommandList<Target, Name>,
  Task: ComponentType<TaskProps<Target, Name>>,
): TaskKind<Target> => ({
  offersFor: (actor, target, t) => offersFor(commands, actor, target, t),
  offersOfKind: (holder, t) => offersOfKind(commands, holder, t),
  // The search passes on only names that came from `commands`.
  Task: Task as ComponentType<TaskProps<Target>>,
});
