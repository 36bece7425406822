import { test as base, expect, firstScreen, pageAt, signUp, stripOf, windowOf } from './desktop.ts';
import { clickMenuItem } from './menu.ts';
import { addRemote, consoleHtml, serveHttps, trusted } from './servers.ts';
import { openWayland } from './wayland.ts';

const test = base.extend<{ environment: Record<string, string> }>({
  // biome-ignore lint/correctness/noEmptyPattern: the first argument of a fixture is destructured
  environment: async ({}, use) => {
    const { environment, close } = await openWayland();
    await use(environment);
    await close();
  },
});

test('on Wayland, the window is shown as soon as its strip is there, and people sign up in it', async ({
  desktop,
  environment,
}) => {
  const { app, page } = await desktop.launch({ environment });
  await (await stripOf(app)).waitForLoadState();
  const window = await windowOf(app);
  expect(await window.evaluate((own) => own.isVisible())).toBe(true);
  await signUp(page);
});

test('on Wayland, the window shows one console at a time below the strip, also in full screen', async ({
  desktop,
  environment,
}) => {
  const server = await serveHttps((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(consoleHtml(1));
  });
  const { app, page } = await desktop.launch({ args: trusted, environment });
  await firstScreen(page);
  await addRemote(app, page, server.address, 'Production');
  await pageAt(app, server.address);
  const window = await windowOf(app);
  const shown = () =>
    window.evaluate(({ contentView }) => {
      const [strip, console] = contentView.children.map((view) => ({
        address: (view as Electron.WebContentsView).webContents.getURL(),
        bounds: view.getBounds(),
      }));
      const { width, height } = contentView.getBounds();
      const fits = strip?.bounds.width === width && console?.bounds.width === width;
      return {
        addresses: [strip?.address, console?.address],
        fits: fits && (strip?.bounds.height ?? 0) + (console?.bounds.height ?? 0) === height,
        views: contentView.children.length,
      };
    });
  const onlyServer = { addresses: ['app://strip/', server.address], fits: true, views: 2 };
  await expect.poll(shown).toEqual(onlyServer);
  await window.evaluate((own) => own.setFullScreen(true));
  await expect.poll(() => window.evaluate((own) => own.isFullScreen())).toBe(true);
  await expect.poll(shown).toEqual(onlyServer);
  await clickMenuItem(app, 'server-local');
  await expect.poll(shown).toEqual({ ...onlyServer, addresses: ['app://strip/', 'app://castellan/servers'] });
  await server.close();
});
