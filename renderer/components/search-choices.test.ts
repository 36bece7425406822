import { expect, it } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { searchChoices } from './search-choices.ts';

const texts = { nothing: 'Nobody found', failed: 'Couldn’t load' };
const choices = (query: { data: string[] | undefined; error: unknown }) =>
  searchChoices(query, (names) => names, texts, english);

it('says that nothing was found only once the service has said so', () => {
  expect(choices({ data: [], error: null })).toEqual({ data: [], nothingFoundMessage: texts.nothing });
  expect(choices({ data: undefined, error: null })).toEqual({ data: [], nothingFoundMessage: 'Loading' });
  expect(choices({ data: undefined, error: new Error() })).toEqual({ data: [], nothingFoundMessage: texts.failed });
});
