import type { IncomingMessage } from 'node:http';
import type { ElectronApplication, Page } from '@playwright/test';
import type { DesktopBridge } from '#shared/contract/desktop-bridge.ts';
import { test as base, type Desktop, expect, firstScreen, openDesktop, pagesOf } from './desktop.ts';
import { addRemote, consoleHtml, type OtherRemote, otherPage, serveHttps, trusted } from './servers.ts';

/** An answer of a server: an address to redirect to, or the page that it shows; by default that of a console. */
export type Answer = { location: string } | { status?: number; body: string };

/** The app, and a server that it shows. */
export interface Remote {
  readonly desktop: Desktop;
  readonly app: ElectronApplication;
  /** This computer's console. */
  readonly page: Page;
  /** The server's page, or the page that the app shows instead of it. */
  readonly other: Page;
  readonly server: OtherRemote;
  /** How often the app has logged a message since the test began. */
  logged(message: string): Promise<number>;
}

export interface RemoteOptions {
  answer?: (request: IncomingMessage) => Answer | undefined;
  name?: string;
  /** Where the server is added, below its address. */
  path?: string;
}

interface Running {
  readonly desktop: Desktop;
  readonly app: ElectronApplication;
  readonly page: Page;
}

/**
 * `remote` adds a server, and removes all of them after the test. The tests of a worker share an app, because starting one takes
 * most of their time.
 */
export const test = base.extend<{ remote: (options?: RemoteOptions) => Promise<Remote> }, { running: Running }>({
  running: [
    // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is destructured
    async ({}, use) => {
      const { close, ...desktop } = await openDesktop();
      const { app, page } = await desktop.launch({ args: trusted });
      await firstScreen(page);
      await use({ desktop, app, page });
      await close();
    },
    { scope: 'worker' },
  ],
  remote: async ({ running }, use) => {
    const { desktop, app, page } = running;
    const servers: OtherRemote[] = [];
    const { length: linesBefore } = await desktop.log();
    await use(async ({ answer, name = 'Hostile', path = '' } = {}) => {
      const server = await serveHttps((request, response) => {
        const given = answer?.(request) ?? { body: consoleHtml(1) };
        if ('location' in given) response.writeHead(302, { location: given.location }).end();
        else response.writeHead(given.status ?? 200, { 'content-type': 'text/html' }).end(given.body);
      });
      servers.push(server);
      await addRemote(app, page, `${server.address}${path}`, name);
      const logged = async (message: string) =>
        (await desktop.log()).slice(linesBefore).filter(({ msg }) => msg === message).length;
      const other = await otherPage(app);
      await expect(other.getByRole('heading')).toBeVisible();
      return { ...running, other, server, logged };
    });
    await page.evaluate(async () => {
      const { listRemotes, removeRemote } = window.castellan as DesktopBridge;
      for (const { id } of await listRemotes()) await removeRemote(id);
    });
    await expect.poll(() => pagesOf(app).length).toBe(1);
    await Promise.all(servers.map((server) => server.close()));
  },
});
