import { passwordLimits } from './limits.ts';
import type { Reasoned } from './reasons.ts';

/**
 * What a password lacks to meet the seed's recommendation (seed 000 §2, Password requirements). Advice only, never a
 * reason to refuse.
 */
export const passwordAdvice = [
  {
    id: 'length',
    label: 'At least 8 characters',
    met: (password: string) => [...password].length >= passwordLimits.minLength,
  },
  { id: 'upper', label: 'An uppercase letter', met: (password: string) => /\p{Lu}/u.test(password) },
  { id: 'lower', label: 'A lowercase letter', met: (password: string) => /\p{Ll}/u.test(password) },
  { id: 'digit', label: 'A digit', met: (password: string) => /\d/.test(password) },
] as const;

/** Length in UTF-8 bytes, counted without an encoder so that it is the same everywhere. */
export const utf8Length = (text: string): number => {
  let bytes = 0;
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return bytes;
};

/**
 * Why a new password is refused, or undefined. Only the service checks the list of common passwords. `own` holds the
 * account's email and name, which a password must not equal.
 */
export const passwordError = (password: string, own: readonly string[]): Reasoned<'WEAK_PASSWORD'> | undefined => {
  if (utf8Length(password) > passwordLimits.maxBytes) {
    return { reason: 'too_long', params: { max: passwordLimits.maxBytes } };
  }
  if (password.includes('\0')) return { reason: 'contains_nul' };
  const folded = password.toLowerCase();
  if (own.some((text) => text.trim() !== '' && text.trim().toLowerCase() === folded)) {
    return { reason: 'own_name_or_email' };
  }
  return undefined;
};
