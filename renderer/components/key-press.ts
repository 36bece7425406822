import { lowerAscii } from '#shared/text-input/ascii-case.ts';

/** A pressed key: the parts of a `KeyboardEvent` that say which. */
export interface KeyPress {
  key: string;
  /** The key's place, named after what a US keyboard has there: `KeyK`. */
  code: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
}

/** What a key types; a letter of another script, such as Cyrillic, counts as the Latin one that it shares the key with. */
export const latinKey = ({ key, code }: Pick<KeyPress, 'key' | 'code'>): string => {
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  return letter !== undefined && /^(?!\p{ASCII})(?!\p{Script=Latin})\p{L}$/u.test(key) ? lowerAscii(letter) : key;
};

/** Whether a letter was pressed with Ctrl or ⌘, and with nothing else. */
export const isWithMod = (pressed: KeyPress & { shiftKey: boolean }, letter: string): boolean =>
  (pressed.ctrlKey || pressed.metaKey) &&
  !pressed.altKey &&
  !pressed.shiftKey &&
  lowerAscii(latinKey(pressed)) === letter;

/** Whether keys change a text there. */
export const isTextField = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA)$/.test(target.tagName));
