import { once } from 'node:events';
import { createServer } from 'node:https';
import { testCertificate } from '../support/test-certificate.ts';
import { expect, firstScreen, test } from './desktop.ts';
import { clickMenuItem } from './menu.ts';
import { trusted } from './servers.ts';

test('a newer release in the feed is announced, though the window itself has no network access', async ({
  desktop,
}) => {
  const server = createServer(testCertificate, (_request, response) => {
    const { port } = server.address() as { port: number };
    response.end(JSON.stringify({ version: '99.0.0', url: `https://127.0.0.1:${port}/99` }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  try {
    const { app, page } = await desktop.launch({
      args: [...trusted],
      environment: { CASTELLAN_UPDATE_FEED: `https://127.0.0.1:${port}/feed` },
    });
    await firstScreen(page);
    await app.evaluate(({ Notification }) => {
      const shown: string[] = [];
      Object.assign(globalThis, { shown });
      Notification.prototype.show = function show(this: { title: string }) {
        shown.push(this.title);
      };
    });
    await clickMenuItem(app, 'check-for-updates');
    await expect
      .poll(() => app.evaluate(() => (globalThis as unknown as { shown: string[] }).shown))
      .toEqual(['Castellan 99.0.0 is available']);
    const reached = await page.evaluate(
      (url) =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      `https://127.0.0.1:${port}/`,
    );
    expect(reached).toBe(false);
  } finally {
    server.close();
    server.closeAllConnections();
  }
});
