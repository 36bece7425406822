import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Runs a command that may fail. The caller checks afterwards whether the result exists. */
export const attempt = (command: string, args: readonly string[], timeoutMs: number): void => {
  process.stderr.write(`${command} ${args.join(' ')}\n`);
  try {
    execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], timeout: timeoutMs });
  } catch (error) {
    process.stderr.write(`  failed: ${(error as Error).message.split('\n')[0]}\n`);
  }
};

/** Installs Debian packages as root, or with sudo if it needs no password. Does nothing on other systems. */
export const installDebianPackages = (names: readonly string[]): void => {
  if (!existsSync('/usr/bin/apt-get')) return;
  const [command, prefix] = process.getuid?.() === 0 ? ['apt-get', []] : ['sudo', ['-n', 'apt-get']];
  attempt(command, [...prefix, 'update', '-qq'], 180_000);
  attempt(command, [...prefix, 'install', '-y', '-qq', '--no-install-recommends', ...names], 300_000);
};

/**
 * What `find` finds. Installs Debian's package if that is nothing and this account may.
 * @throws Error that says what to install if neither works
 */
export const ensureInstalled = (name: string, find: () => string | undefined, debianPackage: string): string => {
  if (find() === undefined) installDebianPackages([debianPackage]);
  const found = find();
  if (found === undefined) throw new Error(`This needs ${name}. Install it, then run this again.`);
  return found;
};
