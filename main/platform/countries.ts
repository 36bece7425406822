import { readFile } from 'node:fs/promises';
import { StartError } from './start-error.ts';

/** In which country addresses are, by a file on this computer. */
export interface Countries {
  /** The ISO 3166-1 code of an address or of a network such as `2001:db8::/48`; null if the file doesn't tell. */
  of(address: string): string | null;
  /** When the file was made, in milliseconds since the epoch; undefined without a file. */
  readonly madeAt: number | undefined;
}

const noCountries: Countries = { of: () => null, madeAt: undefined };

/** The file of a setting, if it is set. @throws StartError */
export const countriesOf = ({
  countryDatabase,
}: {
  readonly countryDatabase: string | undefined;
}): Promise<Countries> =>
  countryDatabase === undefined ? Promise.resolve(noCountries) : openCountries(countryDatabase);

interface Found {
  readonly country?: { readonly iso_code?: unknown };
}

const codeIn = (found: Found | null): string | null => {
  const code = found?.country?.iso_code;
  return typeof code === 'string' && /^[A-Z]{2}$/.test(code) ? code : null;
};

/**
 * Opens a file in MaxMind's DB format (DECISION 0327). Its library is loaded only here. All of the file is kept in memory, and
 * nothing is asked of the network.
 * @throws StartError if it can't be read, or has no countries
 */
export const openCountries = async (path: string): Promise<Countries> => {
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    const { code = '' } = cause;
    throw code === 'ENOENT'
      ? new StartError({ name: 'countriesMissing', values: { path } }, { cause })
      : new StartError({ name: 'countriesUnreadable', values: { path, code } }, { cause });
  });
  const { Reader } = await import('mmdb-lib');
  const readerOf = () => {
    try {
      const reader = new Reader<never>(bytes);
      // A file that was cut off fails only once something is looked up.
      for (const address of ['1.1.1.1', '8.8.8.8', '203.0.113.1', '255.255.255.254']) reader.get(address);
      return reader;
    } catch (cause) {
      throw new StartError({ name: 'countriesBroken', values: { path } }, { cause });
    }
  };
  const reader = readerOf();
  const { databaseType, buildEpoch } = reader.metadata;
  if (!/country|city/i.test(databaseType)) {
    throw new StartError({ name: 'countriesOther', values: { path, type: databaseType } });
  }
  return {
    madeAt: buildEpoch.getTime(),
    of(address) {
      try {
        return codeIn(reader.get(address.replace(/\/\d+$/, '')));
      } catch {
        // Not an address, such as "unknown", or one of version 6 in a file for version 4.
        return null;
      }
    },
  };
};
