import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bridgeRequestNames, type DesktopBridge } from '#shared/contract/desktop-bridge.ts';
import { appFolder, expect, factsOf, test } from './desktop.ts';

test('the page gets exactly the listed bridge, and nothing from Node', async ({ opened: { page } }) => {
  const keys = await page.evaluate(() => Object.keys(window.castellan ?? {}));
  expect(keys.toSorted()).toEqual([...bridgeRequestNames, 'onOpen', 'onFind'].toSorted());
  const found = await page.evaluate(() =>
    ['require', 'process', 'module', 'Buffer', 'global', 'ipcRenderer', 'electron'].filter((name) => name in window),
  );
  expect(found).toEqual([]);
  const changed = await page.evaluate(() => {
    try {
      Object.assign(window.castellan ?? {}, { facts: () => 'forged' });
    } catch {
      // Frozen: the assertion below checks the outcome.
    }
    return String((window.castellan as DesktopBridge | undefined)?.facts);
  });
  expect(changed).not.toContain('forged');
});

test('facts report the version, platform, log file and address', async ({ opened: { page, desktop } }) => {
  const facts = await factsOf(page);
  const { version } = JSON.parse(await readFile(join(appFolder, 'package.json'), 'utf8')) as { version: string };
  expect(facts).toMatchObject({ version, platform: process.platform, logFile: desktop.logFile });
  const { status } = await fetch(`${facts.address}/healthz`);
  expect(status).toBe(200);
});

test("a message from a page other than the window's own is rejected", async ({ desktop }) => {
  const { app } = await desktop.launch();
  const preload = join(appFolder, 'out/preload/index.cjs');
  const [other] = await Promise.all([
    app.waitForEvent('window'),
    app.evaluate(async ({ BrowserWindow }, script) => {
      await new BrowserWindow({ webPreferences: { preload: script } }).loadURL('app://castellan/login');
    }, preload),
  ]);
  const answers = await other.evaluate(async () => {
    const bridge = window.castellan as DesktopBridge | undefined;
    const messageOf = (error: Error) => error.message;
    return [await bridge?.loadSession().catch(messageOf), await bridge?.facts().catch(messageOf)];
  });
  expect(answers).toEqual([expect.stringContaining('Not allowed'), expect.stringContaining('Not allowed')]);
});

test('an invalid argument is rejected', async ({ opened: { page } }) => {
  const refused = await page.evaluate(async () => {
    const bridge = window.castellan as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    const wrong: [string, unknown][] = [
      ['loadSession', 'anything'],
      ['saveSession', { text: 'x' }],
      ['saveSession', ''],
      ['saveSession', 'x'.repeat(5_000)],
      ['setColorScheme', 'sepia'],
      ['skipKeyring', true],
      ['facts', {}],
      ['listRemotes', 'all'],
      ['addRemote', { name: 'Production' }],
      ['addRemote', { name: 'x'.repeat(61), address: 'https://example.org' }],
      ['editRemote', { id: 'f'.repeat(32), name: '  ', color: 0 }],
      ['editRemote', { id: 'f'.repeat(32), name: 'x', color: 8 }],
      ['shiftRemote', { id: 'f'.repeat(32), by: 2 }],
      ['removeRemote', '../../session'],
      ['forgetPasswords', '../session'],
      ['openRemote', ''],
      ['chooseServer', {}],
    ];
    const results = wrong.map(async ([name, input]) => {
      const outcome = bridge[name]?.(input).then(
        () => 'answered',
        (error: Error) => error.message,
      );
      return `${name}: ${await outcome}`;
    });
    return Promise.all(results);
  });
  expect(refused).toHaveLength(17);
  for (const answer of refused) expect(answer).toContain('invalid argument');
});
