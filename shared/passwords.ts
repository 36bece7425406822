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

/** Whether a password meets the seed's requirements. DECISION 0072: then it is accepted even if it is common. */
export const meetsRequirements = (password: string): boolean => passwordAdvice.every(({ met }) => met(password));

/**
 * Why a new password is refused, or undefined. Only the service checks the list of common passwords. `own` holds the
 * account's email and name, which a password must not equal.
 */
export const passwordError = (password: string, own: readonly string[]): Reasoned<'WEAK_PASSWORD'> | undefined => {
  if (password.includes('\0')) return { reason: 'contains_nul' };
  const folded = password.toLowerCase();
  if (own.some((text) => text.trim() !== '' && text.trim().toLowerCase() === folded)) {
    return { reason: 'own_name_or_email' };
  }
  return undefined;
};
