import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';

const source = join(import.meta.dirname, '../../generators');
const lock = join(source, 'package-lock.json');

/** Fills a folder with what the lock lists. Its scripts don't run. */
const install = (folder: string): void => {
  mkdirSync(cacheFolder(), { recursive: true });
  const work = mkdtempSync(join(cacheFolder(), 'installing-'));
  try {
    for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(source, name), join(work, name));
    const options = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
    process.stderr.write(`npm ${options.join(' ')}, for the generators of clients\n`);
    execFileSync('npm', options, { cwd: work, stdio: ['ignore', 'ignore', 'inherit'], timeout: 400_000 });
    if (!existsSync(folder)) renameSync(work, folder);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

export interface Generators {
  /** Where they are installed. */
  readonly folder: string;
  /** Each with its version. */
  readonly versions: readonly string[];
}

/**
 * The programs that make clients from OpenAPI documents (DECISION 0316). They have 480 packages, so they are kept beside the
 * other programs that tests fetch.
 * @throws Error if they can't be installed
 */
export const ensureGenerators = (): Generators => {
  const content = readFileSync(lock, 'utf8');
  const folder = join(cacheFolder(), `generators-${createHash('sha256').update(content).digest('hex').slice(0, 16)}`);
  if (!existsSync(folder)) install(folder);
  const { packages } = JSON.parse(content) as { packages: Record<string, { dependencies?: object }> };
  const names = Object.entries(packages['']?.dependencies ?? {}).map(([name, version]) => `${name} ${version}`);
  return { folder, versions: names.filter((name) => !/^(?:typescript|@kubb\/plugin)/.test(name)) };
};
