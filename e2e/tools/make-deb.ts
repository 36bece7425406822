import { spawnSync } from 'node:child_process';
import { chmod, copyFile, cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';

/**
 * Takes the arguments that electron-builder gives to fpm, and makes the same deb with Debian's own tool: for machines
 * that can't download fpm. Only for tests: a release has the one of fpm.
 */
const one = { type: 'string' } as const;
const many = { type: 'string', multiple: true } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    'input-type': { ...one, short: 's' },
    force: { type: 'boolean' },
    'output-type': { ...one, short: 't' },
    depends: { ...many, short: 'd' },
    'deb-recommends': many,
    'deb-compression': one,
    'deb-priority': one,
    architecture: one,
    'after-install': one,
    'after-remove': one,
    description: one,
    version: one,
    package: one,
    name: one,
    maintainer: one,
    vendor: one,
    url: one,
    license: one,
  },
});
const required = (name: keyof typeof values): string => {
  const value = values[name];
  if (typeof value !== 'string') throw new Error(`There is no --${name}`);
  return value;
};

const root = await mkdtemp(join(tmpdir(), 'castellan-deb-'));
try {
  for (const pair of positionals) {
    const [, from = '', to = ''] = /^(.*)=(.*)$/.exec(pair) ?? [];
    const target = join(root, to);
    await mkdir(dirname(target), { recursive: true });
    if (from.endsWith('/')) await cp(from, target, { recursive: true, verbatimSymlinks: true });
    else await copyFile(from, target);
  }
  const control = join(root, 'DEBIAN');
  await mkdir(control);
  const fields = {
    Package: required('name'),
    Version: required('version'),
    Architecture: required('architecture'),
    Maintainer: required('maintainer'),
    Depends: (values.depends ?? []).join(', '),
    Recommends: (values['deb-recommends'] ?? []).join(', '),
    Priority: required('deb-priority'),
    Homepage: required('url'),
    Description: required('description'),
  };
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\n`);
  await writeFile(join(control, 'control'), lines.join(''));
  for (const [script, option] of [
    ['postinst', 'after-install'],
    ['postrm', 'after-remove'],
  ] as const) {
    await writeFile(join(control, script), await readFile(required(option)));
    await chmod(join(control, script), 0o755);
  }
  await chmod(root, 0o755);
  // Compressing as much as a release would take a minute.
  const args = ['--root-owner-group', '-Zgzip', '-z1', '--build', root, required('package')];
  const { status, stderr } = spawnSync('dpkg-deb', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
} finally {
  await rm(root, { recursive: true, force: true });
}
