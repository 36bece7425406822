import { join } from 'node:path';
import { test as base, expect, factsOf, firstScreen, signIn } from './desktop.ts';
import { addRemote, consoleHtml, otherPage, serveHttps, trusted } from './servers.ts';
import { openSessionBus, type SessionBus } from './session-bus.ts';

const test = base.extend<{ bus: SessionBus }>({
  // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is destructured
  bus: async ({}, use) => {
    const bus = await openSessionBus();
    await use(bus);
    await bus.close();
  },
});

test('a real keyring keeps the sign-in, also on a desktop that Chromium knows none for', async ({ desktop, bus }) => {
  const start = { environment: bus.environment, preload: join(import.meta.dirname, 'system-keyring.cjs') };
  const first = await desktop.launch(start);
  await signIn(first.page);
  await expect.poll(async () => (await factsOf(first.page)).signInStorage).toBe('keyring');
  await first.app.close();
  const second = await desktop.launch(start);
  await expect(second.page).toHaveURL(/\/dashboard/);
});

test('a real notification daemon shows what a server says as plain text, under the name of the server', async ({
  desktop,
  bus,
}) => {
  const server = await serveHttps((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(consoleHtml(1));
  });
  const { app, page } = await desktop.launch({ args: trusted, environment: bus.environment });
  await firstScreen(page);
  await addRemote(app, page, server.address, 'Production');
  const other = await otherPage(app);
  await other.evaluate(() =>
    (window.castellan as unknown as { notify(input: unknown): Promise<void> }).notify({
      title: 'Castellan',
      body: 'Your <b>password</b> has <a href="https://evil.example/">expired</a>',
      page: '/login',
    }),
  );
  await expect.poll(() => bus.run('dunstctl', 'count', 'displayed')).toBe('1\n');
  await bus.run('dunstctl', 'close-all');
  const history = await bus.run('dunstctl', 'history');
  expect(history).toContain('Production: Castellan');
  expect(history).toContain('Your ‹b>password‹/b> has ‹a href');
  await server.close();
});
