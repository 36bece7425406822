import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type Use, uses } from './uses.ts';

const document = readFileSync(join(import.meta.dirname, '../../../docs/security.md'), 'utf8').replaceAll(/\s+/g, ' ');

const sizeOf = (bytes: number): string => (bytes % 1_048_576 === 0 ? `${bytes / 1_048_576} MB` : `${bytes / 1_024} kB`);
const timeOf = (ms: number): string => (ms % 60_000 === 0 ? `${ms / 60_000} minutes` : `${ms / 1_000} seconds`);

it.each(Object.values(uses).filter((use: Use) => use.maxBytes !== undefined))(
  'docs/security.md tells how long an exchange with the $name may take, and how large an answer may be',
  ({ totalMs, maxBytes }: Use) => {
    const told = `${timeOf(totalMs ?? 0)}[^.;]* and ${sizeOf(maxBytes ?? 0)}`;
    expect(document).toMatch(new RegExp(told));
  },
);
