import { loadedOf } from '../api/loaded.ts';
import type { Translate } from '../languages/translate.ts';

/** Options of a select that the service searches, and what stands in their place while there are none. */
export const searchChoices = <Data, Choice>(
  query: { data: Data | undefined; error: unknown },
  choicesOf: (data: Data) => Choice[],
  /** What to say if nothing was found, and if that couldn't be asked. */
  texts: { nothing: string; failed: string },
  t: Translate,
): { data: Choice[]; nothingFoundMessage: string } => {
  const loaded = loadedOf(query);
  if (loaded.state === 'known') return { data: choicesOf(loaded.data), nothingFoundMessage: texts.nothing };
  return { data: [], nothingFoundMessage: loaded.state === 'loading' ? t('components.loading') : texts.failed };
};
