import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { applyMutant, type Mutant } from './mutant.ts';
import { root } from './probes.ts';

/** Compiles mutants in a copy of the sources. */
export interface TypeCheck {
  /** Whether `npm run types` refuses the mutant. */
  refuses(mutant: Mutant): boolean;
  close(): void;
}

const sources = ['main', 'preload', 'renderer', 'shared', 'e2e'];

/** Packages by links, and an own folder for the compiler's cache. */
const linkPackages = (copy: string): void => {
  const packages = join(root, 'node_modules');
  mkdirSync(join(copy, 'node_modules'));
  for (const name of readdirSync(packages)) {
    if (name !== '.cache') symlinkSync(join(packages, name), join(copy, 'node_modules', name));
  }
};

const compiles = (copy: string): boolean => {
  try {
    execFileSync('npm', ['run', '--silent', 'types'], { cwd: copy, stdio: 'ignore' });
    return true;
  } catch (error) {
    if (typeof (error as { status?: unknown }).status !== 'number') throw error;
    return false;
  }
};

/** @throws Error if the sources don't compile as they are */
export const createTypeCheck = (): TypeCheck => {
  const copy = mkdtempSync(join(tmpdir(), 'castellan-types-'));
  const isSource = (path: string): boolean => !/\.(png|ico|icns)$/.test(path);
  for (const name of readdirSync(root)) {
    if (sources.includes(name)) cpSync(join(root, name), join(copy, name), { recursive: true, filter: isSource });
    else if (/^(package|tsconfig.*)\.json$|\.ts$/.test(name)) cpSync(join(root, name), join(copy, name));
  }
  linkPackages(copy);
  if (!compiles(copy)) throw new Error('The sources have type errors: run `npm run types`.');
  return {
    refuses(mutant) {
      const path = join(copy, mutant.file);
      const text = readFileSync(path, 'utf8');
      writeFileSync(path, applyMutant(text, mutant));
      try {
        return !compiles(copy);
      } finally {
        writeFileSync(path, text);
      }
    },
    close: () => rmSync(copy, { recursive: true, force: true }),
  };
};
