import { expect, it } from 'vitest';
import { knownVariables } from './settings.ts';
import { unknownVariables } from './unknown-variables.ts';

it('names misspelled variables with the one that was probably meant', () => {
  expect(
    unknownVariables({
      CASTELLAN_SMTP_URI: 'x',
      CASTELLAN_TRUSTED_PROXY: 'x',
      CASTELLAN_ABSOLUTELY_ELSE: '',
      PATH: 'x',
    }),
  ).toEqual([
    { name: 'CASTELLAN_SMTP_URI', nearest: 'CASTELLAN_SMTP_URL' },
    { name: 'CASTELLAN_TRUSTED_PROXY', nearest: 'CASTELLAN_TRUSTED_PROXIES' },
    { name: 'CASTELLAN_ABSOLUTELY_ELSE', nearest: undefined },
  ]);
});

it('takes four wrong letters for a misspelling, and five for another word', () => {
  const nearest = (name: string) => unknownVariables({ [name]: 'x' })[0]?.nearest;
  expect(nearest('CASTELLAN_XXXX_DIR')).toBe('CASTELLAN_DATA_DIR');
  expect(nearest('CASTELLAN_XXXX_DIX')).toBeUndefined();
});

it('knows every variable that is read, and the files of secrets', () => {
  expect(unknownVariables(Object.fromEntries(knownVariables.map((name) => [name, 'x'])))).toEqual([]);
  expect(knownVariables).toEqual(expect.arrayContaining(['CASTELLAN_SMTP_URL_FILE', 'CASTELLAN_METRICS_TOKEN_FILE']));
  expect(knownVariables).not.toContain('CASTELLAN_PORT_FILE');
});
