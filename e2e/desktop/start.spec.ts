import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { appFolder, type Desktop, desktopEnvironment, expect, test } from './desktop.ts';

const ready = /^castellan listening on (http:\/\/\S+)$/m;

/** `castellan start`, as run by `npm start` after the build. */
const start = ({ dataDir }: Desktop, environment: Record<string, string>) => {
  const child: ChildProcess = spawn(process.execPath, [join(appFolder, 'out/main/cli.js'), 'start'], {
    env: desktopEnvironment(join(dataDir, '..'), { DISPLAY: '', WAYLAND_DISPLAY: '', ...environment }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const said = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (words: string) => {
      said[name] += words;
    });
  }
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const stop = (): Promise<number | null> => {
    child.kill('SIGTERM');
    return ended;
  };
  return { said, ended, stop };
};

test('without a display, start says so in one line and serves the console', async ({ desktop }) => {
  const { said, stop } = start(desktop, {});
  await expect.poll(() => said.stdout).toMatch(ready);
  expect(said.stderr.split('\n')[0]).toBe(
    'Running without a window: no display is available. Open the address below in a browser.',
  );
  const address = ready.exec(said.stdout)?.[1];
  expect((await fetch(`${address}/login`)).status).toBe(200);
  expect(await stop()).toBe(0);
});

test('if Electron cannot start, start says why in one line and serves the console', async ({ desktop }) => {
  const folder = join(desktop.dataDir, '../electron');
  await mkdir(folder);
  await writeFile(
    join(folder, 'electron'),
    '#!/bin/sh\necho "electron: error while loading shared libraries" >&2\nexit 127\n',
  );
  await chmod(join(folder, 'electron'), 0o755);
  const { said, stop } = start(desktop, { DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: folder });
  await expect.poll(() => said.stdout).toMatch(ready);
  expect(said.stderr.split('\n')[0]).toBe(
    'Running without a window: Electron failed to start (electron: error while loading shared libraries). Open the address below in a browser.',
  );
  expect(await stop()).toBe(0);
});

test('without Electron, start serves the console', async ({ desktop }) => {
  const folder = join(desktop.dataDir, '../nowhere');
  const { said, stop } = start(desktop, { DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: folder });
  await expect.poll(() => said.stdout).toMatch(ready);
  expect(said.stderr).toMatch(/^Running without a window: Electron failed to start \(.*ENOENT\)/);
  expect(await stop()).toBe(0);
});

test('with a display and Electron, start opens the desktop app, passes on its settings, and ends with it', async ({
  desktop,
}) => {
  const { said, stop } = start(desktop, { DISPLAY: process.env.DISPLAY ?? '' });
  await expect.poll(() => said.stdout).toContain('castellan is opening its window\n');
  await expect.poll(async () => (await desktop.log()).map(({ msg }) => msg)).toContain('started');
  const [started] = (await desktop.log()).filter(({ msg }) => msg === 'started');
  expect((await fetch(`${started?.address}/healthz`)).status).toBe(200);
  expect(await stop()).toBe(0);
  expect((await desktop.log()).at(-1)?.msg).toBe('stopped');
});

test('a crash is reported with the location of the log, retried once without the GPU, and never exits with 0', async ({
  desktop,
}) => {
  const folder = join(desktop.dataDir, '../electron');
  await mkdir(folder);
  const program = join(folder, 'electron');
  await writeFile(
    program,
    `#!/bin/sh\necho "$@" >> '${folder}/starts'\necho 'castellan is opening its window'\nsleep 0.2\nkill -TRAP $$\n`,
    { mode: 0o755 },
  );
  const { said, ended } = start(desktop, { DISPLAY: ':0', ELECTRON_OVERRIDE_DIST_PATH: folder });
  expect(await ended).toBe(1);
  expect(said.stderr.trimEnd().split('\n')).toEqual([
    `castellan: the desktop app crashed (SIGTRAP); its log is ${desktop.logFile}. Trying once more without the graphics card.`,
    `castellan: the desktop app crashed (SIGTRAP); its log is ${desktop.logFile}.`,
  ]);
  const starts = (await readFile(join(folder, 'starts'), 'utf8')).trimEnd().split('\n');
  expect(starts.map((line) => line.endsWith('--disable-gpu'))).toEqual([false, true]);
});
