import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { expect, factsOf, firstScreen, ownContents, signIn, test } from './desktop.ts';
import { withKeyring } from './keyring.ts';
import { clickMenuItem } from './menu.ts';

test('diagnostics contain versions, logs and settings, and nothing about accounts', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await withKeyring(app, 'keyring', 0);
  await signIn(page);
  const target = join(desktop.dataDir, '../report.zip');
  await app.evaluate(({ dialog }, filePath) => {
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: true });
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, target);
  await clickMenuItem(app, 'export-diagnostics');
  const archive = () =>
    readFile(target).then(
      (data) => Object.keys(unzipSync(data)).toSorted(),
      () => [],
    );
  await expect.poll(archive).toContain('about.json');
  const files = unzipSync(await readFile(target));
  expect(Object.keys(files)).toContain('castellan.log');
  const about = JSON.parse(strFromU8(files['about.json'] ?? new Uint8Array())) as Record<string, unknown>;
  expect(about).toMatchObject({ electron: (await factsOf(page)).electron, packaged: false });
  const words = Object.values(files)
    .map((data) => strFromU8(data, true))
    .join('\n');
  expect(words).not.toContain('olivia@example.com');
  expect(words).not.toContain('v11');
});

test('a crash leaves a report on this computer and a line in the log', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  await (await ownContents(app)).evaluate((contents) => contents.forcefullyCrashRenderer());
  await expect.poll(async () => (await desktop.log()).map(({ msg }) => msg)).toContain('page crashed');
  const uploads = await app.evaluate(({ crashReporter }) => crashReporter.getUploadToServer());
  expect(uploads).toBe(false);
  const reports = () =>
    app.evaluate(({ app: own }) => own.getPath('crashDumps')).then((folder) => folder.startsWith(desktop.dataDir));
  expect(await reports()).toBe(true);
});

test('the exit of a helper process is logged', async ({ desktop }) => {
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  await app.evaluate(({ app: own }) => {
    const network = own.getAppMetrics().find(({ serviceName }) => serviceName === 'network.mojom.NetworkService');
    if (!network) throw new Error('There is no network service');
    process.kill(network.pid, 'SIGKILL');
  });
  await expect
    .poll(async () => (await desktop.log()).find(({ msg }) => msg === 'helper process exited'))
    .toMatchObject({ type: 'Utility', reason: 'killed' });
});
