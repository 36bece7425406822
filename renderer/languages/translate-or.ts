import type { ParseKeys } from 'i18next';
import type { Translate } from './translate.ts';

/**
 * Translates a key that comes from the service, which may be newer than this catalog: then falls back to the service's
 * own text. Tests ensure that the catalog covers everything that a service of the same version can send.
 */
export const translateOr = (
  t: Translate,
  key: string,
  fallback: string,
  params: Readonly<Record<string, string | number>> = {},
): string =>
  // The key isn't statically known, hence the fallback for a missing one.
  t(key as ParseKeys, { ...params, defaultValue: fallback });

/** The same without values: what it says, with the names of its values in braces. */
export const templateOr = (t: Translate, key: string, fallback: string): string =>
  t(key as ParseKeys, { skipInterpolation: true, defaultValue: fallback });
