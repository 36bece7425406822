import { passwordLimits } from '../rules/limits.ts';
import type { Reasoned } from '../texts/reasons.ts';

/**
 * Whether a password has the characters that every password needs. What else the seed recommends (seed 000 §2, Password
 * requirements) is a hint beside the field, never a reason to refuse.
 */
export const isLongEnough = (password: string): boolean => [...password].length >= passwordLimits.minLength;

/** Why no one can have this password, or undefined. DECISION 0072: policies refuse more, which only the service checks. */
export const passwordError = (password: string): Reasoned<'WEAK_PASSWORD'> | undefined =>
  password.includes('\0') ? { reason: 'contains_nul' } : undefined;
