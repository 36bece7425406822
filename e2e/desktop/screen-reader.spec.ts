import { readDocuments, startScreenReader } from './accessible-tree.ts';
import { expect, firstScreen, test } from './desktop.ts';
import { clickMenuItem } from './menu.ts';
import { addRemote, consoleHtml, serveHttps, trusted } from './servers.ts';
import { openSessionBus } from './session-bus.ts';
import { openWayland } from './wayland.ts';

const displays = {
  X: async () => ({ environment: {}, close: async () => {} }),
  Wayland: openWayland,
} as const;

for (const [name, openDisplay] of Object.entries(displays)) {
  test(`on ${name}, a screen reader reads the strip and the console below it, and no other one`, async ({
    desktop,
  }) => {
    const display = await openDisplay();
    const bus = await openSessionBus();
    await startScreenReader(bus);
    const server = await serveHttps((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end(consoleHtml(1));
    });
    const { app, page } = await desktop.launch({
      args: trusted,
      environment: { ...bus.environment, ...display.environment },
    });
    await firstScreen(page);
    // The strip comes first. The tree may change while it is read.
    const reads = (documents: readonly string[]) =>
      expect(async () => expect(await readDocuments(bus)).toEqual(['Castellan', ...documents])).toPass({
        timeout: 30_000,
      });
    await reads(['Welcome to Castellan']);
    await addRemote(app, page, server.address, 'Production');
    await reads(['A console']);
    // What it covers can still be seen.
    await clickMenuItem(app, 'choose-server');
    await reads(['A console', 'Switch server']);
    await clickMenuItem(app, 'choose-server');
    await reads(['A console']);
    await clickMenuItem(app, 'server-local');
    await reads(['Servers']);
    // No one listens there.
    await addRemote(app, page, 'http://localhost:9', 'Failing');
    await reads(['Can’t connect to Failing']);
    await clickMenuItem(app, 'server-local');
    await reads(['Servers']);
    await server.close();
    await app.close();
    await bus.close();
    await display.close();
  });
}
