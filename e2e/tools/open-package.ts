import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout } from 'node:timers/promises';
import { chromium, type Page } from '@playwright/test';

/**
 * Opens a packaged app, signs up in its window, writes data, and quits the app. Run by check-package.ts as a user that
 * Electron's sandbox accepts. A packaged app accepts no inspector, so this drives the window through the Chrome
 * DevTools Protocol.
 *
 *     node e2e/tools/open-package.ts PROGRAM
 */
const [program = ''] = process.argv.slice(2);
const folder = await mkdtemp(join(tmpdir(), 'castellan-package-'));
const dataDir = join(folder, 'data');
const limitMs = 60_000;

const child: ChildProcess = spawn(
  program,
  ['--remote-debugging-port=0', '--disable-gpu', '--disable-dev-shm-usage', '--password-store=basic'],
  {
    env: { ...process.env, CASTELLAN_DATA_DIR: dataDir, CASTELLAN_PORT: '0', XDG_CONFIG_HOME: join(folder, 'config') },
    stdio: ['ignore', 'inherit', 'pipe'],
  },
);
const ended = once(child, 'exit') as Promise<[number | null, NodeJS.Signals | null]>;

const endpoint = async (): Promise<string> => {
  if (!child.stderr) throw new Error('There is no output to read');
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    const found = /^DevTools listening on (ws:\S+)$/.exec(line)?.[1];
    if (found !== undefined) return found;
    said.push(line);
  }
  const [code, signal] = await ended;
  throw new Error(`The package exited with ${signal ?? code}: ${said.slice(-5).join(' | ')}`);
};

const firstPage = 'app://castellan/welcome';

/** Waits for the first page: whoever connects while it is loading may never see it. */
const untilLoaded = async (address: string): Promise<void> => {
  const list = new URL('/json/list', address.replace(/^ws/, 'http'));
  const until = performance.now() + limitMs;
  while (performance.now() < until) {
    const targets = (await (await fetch(list)).json()) as { url: string }[];
    if (targets.some(({ url }) => url === firstPage)) return;
    await setTimeout(100);
  }
  throw new Error('The package opened no window');
};

/** The page of the console. The strip above it is another one. */
const consoleOf = async (): Promise<Page> => {
  const address = await endpoint();
  await untilLoaded(address);
  const browser = await chromium.connectOverCDP(address, { timeout: limitMs });
  const page = browser
    .contexts()[0]
    ?.pages()
    .find((each) => each.url() === firstPage);
  if (!page) throw new Error('The window shows no console');
  return page;
};

const logLines = async (): Promise<string[]> =>
  (await readFile(join(dataDir, 'desktop/logs/castellan.log'), 'utf8'))
    .trimEnd()
    .split('\n')
    .map((line) => (JSON.parse(line) as { msg: string }).msg);

try {
  const page = await consoleOf();
  page.setDefaultTimeout(limitMs);
  await page.getByRole('link', { name: 'Create account' }).click();
  await page.getByLabel('Email', { exact: true }).fill('olivia@example.com');
  await page.getByLabel('Full name').fill('Olivia Owner');
  await page.getByLabel('Organization name').fill('Northwind');
  await page.getByLabel('Password', { exact: true }).fill('a long winding road 7');
  await page.getByRole('button', { name: 'Sign up' }).click();
  await page.waitForURL(/\/dashboard/);
  await page.getByRole('link', { name: 'Workspaces', exact: true }).first().click();
  await page.getByRole('link', { name: 'Create workspace' }).first().click();
  await page.getByLabel('Name', { exact: true }).fill('First');
  await page.getByRole('button', { name: 'Create' }).click();
  await page.getByRole('heading', { name: 'First' }).waitFor();
  child.kill('SIGTERM');
  const [code, signal] = await ended;
  if (code !== 0) throw new Error(`The package exited with ${signal ?? code} instead of 0`);
  const last = (await logLines()).slice(-3);
  // In between, the log takes the heads of the audit logs.
  if (last[0] !== 'stopping' || last.at(-1) !== 'stopped')
    throw new Error(`The package did not shut down cleanly: its log ends with ${last}`);
} finally {
  if (child.exitCode === null) child.kill('SIGKILL');
  await rm(folder, { recursive: true, force: true });
}
// The connection to the closed window would keep this process alive.
process.exit();
