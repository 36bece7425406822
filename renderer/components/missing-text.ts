import type { Loaded } from '../api/loaded.ts';
import type { Translate } from '../languages/translate.ts';

/** What stands below a figure that isn't known. While it loads, a space keeps the line. */
export const missingText = ({ state }: Loaded<unknown>, t: Translate): string => {
  if (state === 'refused') return t('reasons.FORBIDDEN.role');
  return state === 'failed' ? t('components.countFailed') : '\u00a0';
};
