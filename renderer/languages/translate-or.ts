import type { ParseKeys } from 'i18next';
import type { Translate } from './translate.ts';

/**
 * A text whose key comes from the service, which may be newer than this catalogue: then its own words. Tests see to it
 * that a catalogue has words for everything that the service of the same version can say.
 */
export const translateOr = (t: Translate, key: string, fallback: string): string =>
  // The key is looked up rather than known: the fallback stands for one that is missing.
  t(key as ParseKeys, { defaultValue: fallback });
