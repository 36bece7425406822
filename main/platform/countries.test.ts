import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { countryFile } from '#e2e/support/country-file.ts';
import { newDataFolder } from '#e2e/support/new-data-folder.ts';
import { openCountries } from './countries.ts';

const networks = { '203.0.113.0/24': 'DE', '198.51.100.0/25': 'AT', '8.8.8.8/32': 'US' };
const fileOf = async (content: Buffer | undefined) => {
  const file = join(await newDataFolder('castellan-countries-'), 'countries.mmdb');
  if (content) await writeFile(file, content);
  return file;
};

describe('a database of countries', () => {
  it('tells the country of an address and of a network, and nothing of others', async () => {
    const madeAt = Date.UTC(2026, 10, 1);
    const countries = await openCountries(await fileOf(countryFile({ networks, madeAt })));
    expect(countries.madeAt).toBe(madeAt);
    const found = [
      '203.0.113.7',
      '203.0.113.0/24',
      '198.51.100.1',
      '198.51.100.200',
      '8.8.8.8',
      '127.0.0.1',
      '::1',
      'unknown',
      '',
    ];
    expect(found.map(countries.of)).toEqual(['DE', 'DE', 'AT', null, 'US', null, null, null, null]);
  });

  it('shows no code that is none', async () => {
    const countries = await openCountries(await fileOf(countryFile({ networks: { '203.0.113.0/24': '<b>' } })));
    expect(countries.of('203.0.113.7')).toBe(null);
  });

  const whole = countryFile({ networks });
  it.each([
    ['that is missing', undefined, /there is no such file/],
    ['of something else', Buffer.from('GIF89a'), /isn't a complete file/],
    ['that is empty', Buffer.alloc(0), /isn't a complete file/],
    ['without its beginning', whole.subarray(whole.length - 200), /isn't a complete file/],
    [
      'of something other than countries',
      countryFile({ networks, databaseType: 'Test-ASN' }),
      /has no countries \(Test-ASN\)/,
    ],
  ])('%s is refused with its name', async (_, content, message) => {
    const file = await fileOf(content);
    await expect(openCountries(file)).rejects.toThrow(message);
    await expect(openCountries(file)).rejects.toThrow(file);
  });
});
