import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { writeAppImageStart } from './app-image.ts';
import { parseProfile } from './apparmor.ts';
import { ensureElectron } from './electron.ts';
import { architectureOf } from './native-architecture.ts';

/**
 * Builds the Linux package on a real Electron and checks it: which files it must and must not contain, the fuses, the
 * architecture of native modules, the packed service under Node, and the app itself, which is opened, used and quit. Run by
 * root, it installs the deb in a copy of the system, opens that, and removes it.
 */

const { values } = parseArgs({ options: { project: { type: 'string', default: join(import.meta.dirname, '../..') } } });
const project = values.project;
const require = createRequire(import.meta.url);

/** The functions of the archive library used here. Its type declarations are only installed with electron-builder. */
interface Asar {
  listPackage(archive: string, options: object): string[];
  extractAll(archive: string, target: string): void;
  createPackageWithOptions(folder: string, archive: string, options: { unpackDir: string }): Promise<void>;
}
const asar = (await import(
  createRequire(require.resolve('electron-builder')).resolve('@electron/asar')
)) as unknown as Asar;

const expectedFuses: [FuseV1Options, boolean][] = [
  [FuseV1Options.RunAsNode, false],
  [FuseV1Options.EnableCookieEncryption, false],
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable, false],
  [FuseV1Options.EnableNodeCliInspectArguments, false],
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, true],
  [FuseV1Options.OnlyLoadAppFromAsar, true],
  [FuseV1Options.GrantFileProtocolExtraPrivileges, false],
];

const failures: string[] = [];
const check = (what: string, holds: boolean): void => {
  process.stdout.write(`${holds ? 'ok   ' : 'wrong'} ${what}\n`);
  if (!holds) failures.push(what);
};

/** Runs the packed service using only its own files. */
const answers = async (folder: string): Promise<boolean> => {
  const child: ChildProcess = spawn(
    process.execPath,
    [join(folder, 'out/main/cli.js'), 'serve', '--port', '0', '--data-dir', join(folder, '../data')],
    { cwd: tmpdir(), stdio: ['ignore', 'pipe', 'inherit'] },
  );
  if (!child.stdout) return false;
  const ended = once(child, 'exit');
  const first = await Promise.race([once(createInterface({ input: child.stdout }), 'line'), ended.then(() => [''])]);
  const address = /http:\S+$/.exec(String(first[0]))?.[0];
  if (address === undefined) return false;
  const body = JSON.stringify({
    email: 'a@example.com',
    name: 'A',
    password: 'a long winding road 7',
    company_name: 'A',
  });
  const headers = { 'content-type': 'application/json' };
  const [page, signup, reference] = await Promise.all([
    fetch(`${address}/login`),
    fetch(`${address}/api/v1/auth/signup`, { method: 'POST', headers, body }),
    fetch(`${address}/api/docs/assets/swagger-ui.css`),
  ]);
  child.kill('SIGTERM');
  await ended;
  return page.status === 200 && signup.status === 201 && reference.status === 200;
};

const runHere = (program: string, args: readonly string[], environment: Record<string, string> = {}): boolean =>
  spawnSync(program, args, {
    cwd: project,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  }).status === 0;

const root = await mkdtemp(join(tmpdir(), 'castellan-package-'));

/** The deb of an unpacked app. Without fpm, Debian's own tool puts it together: see make-deb.ts. */
const buildDeb = async (unpacked: string, folder: string): Promise<string | undefined> => {
  const fpm = join(root, 'fpm');
  await writeFile(fpm, `#!/bin/sh\nexec '${process.execPath}' '${join(import.meta.dirname, 'make-deb.ts')}' "$@"\n`);
  await chmod(fpm, 0o755);
  const args = ['--linux', 'deb', '--prepackaged', unpacked, `--project=${project}`];
  const isMade = runHere('electron-builder', [...args, `-c.directories.output=${folder}`], { CUSTOM_FPM_PATH: fpm });
  const [name] = isMade ? (await readdir(folder)).filter((each) => each.endsWith('.deb')) : [];
  return name && join(folder, name);
};

try {
  const electron = await ensureElectron();
  process.stdout.write(`on Electron ${electron.version}\n`);
  check(
    'electron-builder makes the folder',
    runHere('electron-builder', [
      '--linux',
      '--dir',
      `--project=${project}`,
      `-c.electronDist=${electron.dist}`,
      `-c.electronVersion=${electron.version}`,
      `-c.directories.output=${join(root, 'release')}`,
    ]),
  );
  const unpacked = join(root, 'release/linux-unpacked');
  const archive = join(unpacked, 'resources/app.asar');
  const files = asar.listPackage(archive, {}).map((name) => name.replaceAll('\\', '/'));
  for (const name of [
    '/out/main/index.js',
    '/out/preload/index.cjs',
    '/out/preload/remote.cjs',
    '/out/renderer/index.html',
    '/resources/tray.png',
  ]) {
    check(`${name} is packed`, files.includes(name));
  }
  const unwanted =
    /node-linux-|^\/(e2e|main|renderer|shared|preload|docs)\/|\.(test|spec)\.\w+$|node_modules\/(vite|electron|playwright|typescript)\//;
  const found = files.filter((name) => unwanted.test(name));
  check(`no tests, sources, tools or Node of our own are packed ${found.slice(0, 3).join(' ')}`, found.length === 0);
  const wire = await getCurrentFuseWire(join(unpacked, 'castellan-desktop-bin'));
  for (const [fuse, on] of expectedFuses) {
    check(`fuse ${FuseV1Options[fuse]} is ${on ? 'on' : 'off'}`, wire[fuse] === (on ? 0x31 : 0x30));
  }
  const modules = (await readdir(unpacked, { recursive: true })).filter((name) => name.endsWith('.node'));
  const ofSqlite = modules.filter((name) => name.includes('sqlite3'));
  check(`there is one module for SQLite (${ofSqlite.join(', ')})`, ofSqlite.length === 1);
  for (const name of modules) {
    const found = await architectureOf(join(unpacked, name));
    check(`${name} is for ${process.arch} (${found})`, found === process.arch);
  }
  const script = await readFile(join(unpacked, 'castellan-desktop'), 'utf8');
  check('a script starts the app', script.startsWith('#!/bin/sh'));
  const profile = await readFile(join(project, 'resources/linux/apparmor-profile'), 'utf8');
  check('the AppArmor profile is for the program that the script starts', /\}-bin" flags=/.test(profile));
  const filled = profile.replace(/\$\{\w+\}/g, 'castellan');
  const { problem, unknown } = parseProfile(filled);
  check(`AppArmor's parser accepts the profile ${problem ?? ''}`, problem === undefined);
  check('and no profile with a mistake', parseProfile(filled.replace('flags=', 'flag=')).problem !== undefined);
  if (unknown.length > 0) process.stdout.write(`without what this parser is too old for: ${unknown.join(' ')}\n`);
  // Root of namespaces of its own may forbid any more of them, as systems do for everyone.
  const restricted = 'echo 0 >/proc/sys/user/max_user_namespaces && exec "$0" --no-sandbox';
  const image = await writeAppImageStart(unpacked, join(root, 'image'));
  const starts = { it: join(unpacked, 'castellan-desktop'), 'an AppImage': image.script };
  for (const [what, program] of Object.entries(starts)) {
    for (const [language, words] of Object.entries({
      de: 'Castellan kann nicht starten',
      en: "Castellan can't start",
    })) {
      const { status, stderr } = spawnSync('unshare', ['--map-root-user', 'sh', '-c', restricted, program], {
        encoding: 'utf8',
        env: { PATH: process.env.PATH, LANG: `${language}_XX.UTF-8` },
      });
      const isTold = status === 78 && stderr.startsWith(words);
      check(`without user namespaces, ${what} says why in ${language} (${status})`, isTold);
    }
  }
  const words = ['--hidden', '--no-sandbox', 'castellan://open/dashboard team'];
  const unconfined = { ...process.env, PATH: `${image.withoutNamespaces}:${process.env.PATH}` };
  const started = spawnSync(image.script, words, { encoding: 'utf8', env: unconfined });
  check(
    'an AppImage starts the app with its arguments, and never without a sandbox',
    started.status === 0 && started.stdout === '--hidden\ncastellan://open/dashboard team\n',
  );
  const locales = await readdir(join(unpacked, 'locales'));
  check(`only our languages are packed (${locales.join(', ')})`, locales.toSorted().join() === 'de.pak,en-US.pak');
  asar.extractAll(archive, join(root, 'extracted'));
  await cp(join(unpacked, 'resources/app.asar.unpacked'), join(root, 'extracted'), { recursive: true });
  check(
    'the packed service signs somebody up, and serves console and reference',
    await answers(join(root, 'extracted')),
  );
  if (electron.sqlite !== undefined) {
    process.stdout.write(`with the SQLite module that Electron ${electron.version} can load\n`);
    const sqlite = join(root, 'extracted/node_modules/sqlite3');
    await rm(sqlite, { recursive: true });
    await cp(electron.sqlite, sqlite, { recursive: true });
    await rm(`${archive}.unpacked`, { recursive: true });
    await asar.createPackageWithOptions(join(root, 'extracted'), archive, {
      unpackDir: '{node_modules/sqlite3,node_modules/sqlite3/**}',
    });
  }
  // The unprivileged user who opens the app must be able to read it.
  await chmod(root, 0o755);
  const open = [process.execPath, 'e2e/tools/open-on-desktop.ts'];
  const what = 'opens, signs somebody up, writes, and quits in order';
  const deb = await buildDeb(unpacked, join(root, 'deb'));
  check('electron-builder makes the deb', deb !== undefined);
  if (process.getuid?.() === 0 && deb !== undefined) {
    const installDeb = ['--mount', '--propagation', 'private', 'e2e/tools/install-deb.sh', deb, 'castellan', project];
    check(
      `the deb is installed, ${what}, and is removed without a rest`,
      runHere('unshare', [...installDeb, ...open, '/usr/bin/castellan-desktop']),
    );
  } else {
    // Only root can install it, also in a copy of the system.
    const [program = '', ...args] = open;
    check(`the packed app ${what}`, runHere(program, [...args, join(unpacked, 'castellan-desktop')]));
  }
} finally {
  await rm(root, { recursive: true, force: true });
}
if (failures.length > 0) process.exitCode = 1;
