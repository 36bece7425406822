import { spawnSync } from 'node:child_process';
import { readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dateBackTo, forgetChangedJson } from '../type-cache.ts';

const tsc = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc');
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'castellan-types-'));
  const compilerOptions = {
    module: 'ESNext',
    moduleResolution: 'bundler',
    target: 'ES2024',
    lib: ['ES2024'],
    types: [],
    strict: true,
    noEmit: true,
    incremental: true,
    tsBuildInfoFile: './cache/program.tsbuildinfo',
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  writeFileSync(join(folder, 'key.ts'), "import type en from './en.json'; export type Key = keyof typeof en;");
  writeFileSync(join(folder, 'page.ts'), "import type { Key } from './key'; export const title: Key = 'title';");
});
afterEach(() => rm(folder, { recursive: true }));

const compile = (): number | null =>
  spawnSync(process.execPath, [tsc, '-b', '--checkers', '1'], { cwd: folder }).status;

/** The exit status of a check of a catalog. */
const check = (catalog: Record<string, string>): number | null => {
  writeFileSync(join(folder, 'en.json'), JSON.stringify(catalog));
  forgetChangedJson(join(folder, 'cache'));
  return compile();
};

it('the compiler sees each change of a catalog', { timeout: 60_000 }, () => {
  expect(check({ title: 'Team', lead: 'Its members' })).toBe(0);
  expect(check({ title: 'The team', lead: 'Its members' })).toBe(0);
  // A used key is gone.
  expect(check({ lead: 'Its members' })).not.toBe(0);
  expect(check({ title: 'The team', lead: 'Its members' })).toBe(0);
  expect(readdirSync(join(folder, 'cache'))).toEqual(['program.tsbuildinfo']);
});

it('a file saved while a check runs is checked by the next one', { timeout: 60_000 }, () => {
  const start = performance.timeOrigin + performance.now();
  expect(check({ title: 'Team' })).toBe(0);
  const page = join(folder, 'page.ts');
  writeFileSync(page, "export const title: number = 'title';");
  // After the check has read it, and before it wrote its result.
  utimesSync(page, (start + 10) / 1000, (start + 10) / 1000);
  dateBackTo(join(folder, 'cache'), start);
  expect(compile()).not.toBe(0);
});
