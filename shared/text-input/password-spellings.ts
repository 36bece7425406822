import { composed } from './composed.ts';

/**
 * DECISION 0283: the spellings that a typed password may have been hashed in. The first one is what is hashed now, the second
 * one is from before 0.2.0 or from another system.
 */
export const passwordSpellings = (typed: string): readonly string[] => {
  const own = composed(typed);
  return own === typed ? [typed] : [own, typed];
};
