import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { ApiDocument } from './api-breaks.ts';

/** The OpenAPI documents of releases, compressed. */
const folder = import.meta.dirname;
const ending = '.json.gz';

export const apiRecordOf = (release: string): string => join(folder, release + ending);
export const isApiRecorded = (release: string): boolean => existsSync(apiRecordOf(release));

export const compressed = (document: object): Buffer => gzipSync(JSON.stringify(document), { level: 9 });

/** The newest record, and whose it is. */
export const newestApiRecord = (): [release: string, document: ApiDocument] => {
  const releases = readdirSync(folder).filter((name) => name.endsWith(ending));
  const newest = releases.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1) as string;
  return [newest.slice(0, -ending.length), JSON.parse(gunzipSync(readFileSync(join(folder, newest))).toString())];
};
