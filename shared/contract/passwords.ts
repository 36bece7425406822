import { passwordLimits } from '../rules/limits.ts';
import type { Reasoned } from '../texts/reasons.ts';

/**
 * What a password lacks to meet the seed's recommendation (seed 000 §2, Password requirements). Advice only, never a
 * reason to refuse.
 */
export const passwordAdvice = [
  { id: 'length', met: (password: string) => [...password].length >= passwordLimits.minLength },
  { id: 'upper', met: (password: string) => /\p{Lu}/u.test(password) },
  { id: 'lower', met: (password: string) => /\p{Ll}/u.test(password) },
  { id: 'digit', met: (password: string) => /\d/.test(password) },
] as const;

/** Why no one can have this password, or undefined. DECISION 0072: policies refuse more, which only the service checks. */
export const passwordError = (password: string): Reasoned<'WEAK_PASSWORD'> | undefined =>
  password.includes('\0') ? { reason: 'contains_nul' } : undefined;
