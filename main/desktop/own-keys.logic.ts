import type { Input } from 'electron';
import { upperAscii } from '#shared/text-input/ascii-case.ts';

/** What a key is called in menus, by its name in pages. Others have the same name. */
const menuNames: Readonly<Record<string, string>> = { '+': 'Plus', ' ': 'Space' };

/**
 * The accelerator of a menu, such as `CmdOrCtrl+Shift+K`, that pressed keys stand for. Undefined if they are no shortcut.
 * Digits count by their place: on some keyboards they need Shift.
 */
export const acceleratorOf = (
  { key, code, control, shift, alt, meta }: Pick<Input, 'key' | 'code' | 'control' | 'shift' | 'alt' | 'meta'>,
  isMac: boolean,
): string | undefined => {
  const isCommand = isMac ? meta && !control : control && !meta;
  if (alt || (!isCommand && (control || meta))) return undefined;
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  const name = digit ?? (key.length === 1 ? (menuNames[key] ?? upperAscii(key)) : key);
  if (!isCommand && !/^F\d+$/.test(name)) return undefined;
  return [...(isCommand ? ['CmdOrCtrl'] : []), ...(shift ? ['Shift'] : []), name].join('+');
};

/** Whether a menu item, by its ID, leads people away from a page, or loads it again: no page may keep its keys. */
export const leadsAway = (id: string): boolean =>
  /^server-/.test(id) || ['choose-server', 'focus-strip', 'reload', 'quit'].includes(id);
