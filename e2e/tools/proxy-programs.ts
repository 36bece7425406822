import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from './cache-folder.ts';
import { attempt } from './debian.ts';
import { onPath } from './on-path.ts';

/** The reverse proxies of docs/operating.md that Debian has. */
const programs = {
  nginx: { package: 'nginx', path: 'usr/sbin/nginx' },
  caddy: { package: 'caddy', path: 'usr/bin/caddy' },
} as const;

export type ProxyName = keyof typeof programs;

const folderOf = (name: ProxyName): string => join(cacheFolder(), name);

const findProxy = (name: ProxyName): string | undefined =>
  [...onPath(name), join('/', programs[name].path), join(folderOf(name), programs[name].path)].find((path) =>
    existsSync(path),
  );

/**
 * Unpacks Debian's package into the cache instead of installing it: an installed one would listen on port 80, and would
 * need root.
 */
const unpack = (name: ProxyName): void => {
  if (!existsSync('/usr/bin/apt-get')) return;
  mkdirSync(cacheFolder(), { recursive: true });
  const work = mkdtempSync(join(cacheFolder(), 'unpacking-'));
  try {
    if (process.getuid?.() === 0) {
      attempt('apt-get', ['update', '-qq'], 180_000);
      // The user that apt drops its privileges to can't write here.
      attempt(
        'sh',
        ['-c', `cd ${work} && apt-get -o APT::Sandbox::User=root download -qq ${programs[name].package}`],
        180_000,
      );
    } else {
      attempt('sh', ['-c', `cd ${work} && apt-get download -qq ${programs[name].package}`], 180_000);
    }
    const file = readdirSync(work).find((entry) => entry.endsWith('.deb'));
    if (file === undefined) return;
    execFileSync('dpkg-deb', ['-x', join(work, file), join(work, 'out')]);
    rmSync(folderOf(name), { recursive: true, force: true });
    renameSync(join(work, 'out'), folderOf(name));
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};

/**
 * The path of a reverse proxy: the installed one, or Debian's.
 * @throws Error that says what to install if there is neither.
 */
export const ensureProxy = (name: ProxyName): string => {
  if (findProxy(name) === undefined) unpack(name);
  const found = findProxy(name);
  if (found === undefined) throw new Error(`The tests need ${name}. Install it, then run them again.`);
  return found;
};
