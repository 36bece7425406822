import type { Holder } from '#shared/rules/permissions.ts';
import { type KeyPress, latinKey } from '../../components/key-press.ts';
import type { Translate } from '../../languages/translate.ts';
import { navigationFor } from './navigation.logic.ts';

/** Shortcuts that work anywhere in the console. */
export type ShortcutAction =
  | { type: 'search' }
  | { type: 'help' }
  | { type: 'undo' }
  | { type: 'go'; link: { to: string } };

export interface Shortcut {
  /** Keys pressed in sequence; `mod` is Ctrl, or ⌘ on a Mac, held down. */
  keys: readonly string[];
  label: string;
  action: ShortcutAction;
}

/** Leader key of navigation shortcuts. */
const leader = 'g';

/** A role's shortcuts, in the order of the list that `?` shows. */
export const shortcutsFor = (holder: Holder, t: Translate): Shortcut[] => [
  { keys: ['mod+K'], label: t('shortcuts.search'), action: { type: 'search' } },
  { keys: ['?'], label: t('shortcuts.help'), action: { type: 'help' } },
  // The notice that offers it listens for it.
  { keys: ['mod+Z'], label: t('shortcuts.undo'), action: { type: 'undo' } },
  ...navigationFor(holder, t).map(
    ({ label, link, key }): Shortcut => ({
      keys: [leader, key],
      label,
      action: { type: 'go', link },
    }),
  ),
];

/** Whether a shortcut goes to a page: those have a list of their own. */
export const isNavigation = ({ action }: Shortcut): boolean => action.type === 'go';

/** A key's label on the keyboards of a platform and a language. */
export const keyName = (key: string, isMac: boolean, t: Translate): string => {
  if (!key.startsWith('mod+')) return key;
  return isMac ? `⌘${key.slice(4)}` : `${t('shortcuts.control')}+${key.slice(4)}`;
};

/**
 * What a key without Ctrl or ⌘ does after the previous one: an action, or nothing. `led` says whether the leader
 * precedes the next key.
 */
export const onPlainKey = (
  shortcuts: readonly Shortcut[],
  wasLed: boolean,
  pressed: KeyPress,
): { action?: ShortcutAction; led: boolean } => {
  if (pressed.ctrlKey || pressed.metaKey || pressed.altKey) return { led: false };
  const key = latinKey(pressed);
  const wanted = wasLed ? [leader, key] : [key];
  const found = shortcuts.find(({ keys }) => keys.join(' ') === wanted.join(' '));
  return { ...(found && { action: found.action }), led: !wasLed && key === leader };
};
