import type { ParseKeys } from 'i18next';
import type { ServiceKeyKind } from '#shared/rules/service-key-kinds.ts';
import type { Translate } from './translate.ts';

/**
 * Translates a key that comes from the service, which may be newer than this catalog: then falls back to the service's
 * own text. Tests ensure that the catalog covers everything that a service of the same version can send.
 */
export const translateOr = (
  t: Translate,
  key: string,
  fallback: string,
  params: Readonly<Record<string, string | number>> & SentenceForm = {},
): string =>
  // The key isn't statically known, hence the fallback for a missing one.
  t(key as ParseKeys, { ...params, defaultValue: fallback });

/** Which of the texts below a key is meant: `…_yes` or `…_no` or one of a kind, `…_one` or `…_other`. */
export interface SentenceForm {
  context?: 'yes' | 'no' | ServiceKeyKind;
  count?: number;
}

/** The same without values: what it says, with the names of its values in braces. */
export const templateOr = (t: Translate, key: string, fallback: string, form: SentenceForm = {}): string =>
  t(key as ParseKeys, { ...form, skipInterpolation: true, defaultValue: fallback });
