import { passwordLimits } from '../rules/limits.ts';
import { composed } from '../text-input/composed.ts';
import type { Reasoned } from '../texts/reasons.ts';

/**
 * Whether a password has enough characters: `min` is what an organization requires, if that is known. What else the seed recommends (seed 000 §2, Password
 * requirements) is a hint beside the field, never a reason to refuse.
 */
export const isLongEnough = (password: string, min: number = passwordLimits.minLength): boolean =>
  [...composed(password)].length >= min;

/** Why no one can have this password, or undefined. DECISION 0072: policies refuse more, which only the service checks. */
export const passwordError = (password: string): Reasoned<'WEAK_PASSWORD'> | undefined =>
  password.includes('\0') ? { reason: 'contains_nul' } : undefined;
