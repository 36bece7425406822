import type { ElectronApplication } from '@playwright/test';
import { expect, firstScreen, pageAt, stripOf, test } from './desktop.ts';
import { chooseEachRemote, clickMenuItem } from './menu.ts';
import { addRemote, consoleHtml, serveHttp } from './servers.ts';

/** Notes which pages are printed, without opening the system's dialog. */
const recordPrinted = (app: ElectronApplication) =>
  app.evaluate(({ app: own, webContents }) => {
    const printed: string[] = [];
    Object.assign(globalThis, { printed });
    const record = (contents: Electron.WebContents): void => {
      contents.print = (_options, done) => {
        printed.push(contents.getURL());
        done?.(true, '');
      };
    };
    for (const contents of webContents.getAllWebContents()) record(contents);
    own.on('web-contents-created', (_event, contents) => record(contents));
  });

/** What has been printed since the last call. */
const takePrinted = (app: ElectronApplication) =>
  app.evaluate(() => (globalThis as unknown as { printed: string[] }).printed.splice(0));

const shownAddress = (app: ElectronApplication) =>
  app.evaluate(({ BaseWindow }) => {
    const shown = BaseWindow.getAllWindows()[0]?.contentView.children.at(-1) as Electron.WebContentsView;
    return shown.webContents.getURL();
  });

/** Opens the menu of the page that is shown, by a real click, and chooses Print in it. */
const printByPageMenu = (app: ElectronApplication) =>
  app.evaluate(async ({ BaseWindow, Menu }) => {
    const shown = BaseWindow.getAllWindows()[0]?.contentView.children.at(-1) as Electron.WebContentsView;
    const opened = new Promise<Electron.Menu>((resolve) => {
      Menu.prototype.popup = function popup() {
        resolve(this);
      };
    });
    // A page that has just been created takes no clicks yet.
    const clicks = setInterval(() => {
      for (const type of ['mouseDown', 'mouseUp'] as const)
        shown.webContents.sendInputEvent({ type, button: 'right', x: 5, y: 400, clickCount: 1 });
    }, 100);
    const item = (await opened).getMenuItemById('context-print');
    clearInterval(clicks);
    item?.click({} as never, undefined, {} as never);
  });

/** Runs it in the page of a server, through Electron: Playwright would wait for pages that are gone. */
const runIn = (app: ElectronApplication, address: string, script: string) =>
  app.evaluate(
    ({ webContents }, given) => {
      const found = webContents.getAllWebContents().find((contents) => contents.getURL() === given.address);
      void found?.executeJavaScript(`setTimeout(() => { ${given.script} }, 50); 0`, true);
    },
    { address, script },
  );

test('people print what they see, from the menu of the app and of the page, whatever has the keyboard', async ({
  desktop,
}) => {
  const server = await serveHttp((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(consoleHtml(1));
  });
  const { app, page } = await desktop.launch();
  await firstScreen(page);
  await recordPrinted(app);
  const strip = await stripOf(app);
  const printBothWays = async (address: RegExp) => {
    await expect.poll(() => shownAddress(app)).toMatch(address);
    await clickMenuItem(app, 'print');
    await printByPageMenu(app);
    const both = [expect.stringMatching(address), expect.stringMatching(address)];
    expect(await takePrinted(app)).toEqual(both);
  };
  const status = (text: string) => expect(strip.getByRole('status')).toHaveText(text);

  await printBothWays(/^app:\/\/castellan\//);
  // No one listens there: a page of the app says so.
  await addRemote(app, page, 'http://localhost:9', 'Away');
  await status('Not connected');
  await printBothWays(/^data:/);
  await addRemote(app, page, server.address, 'Production');
  await (await pageAt(app, server.address)).getByRole('heading').waitFor();
  const ofServer = /^http:/;
  await printBothWays(ofServer);

  // The strip and the switcher are no pages that anyone would print.
  for (const cover of ['focus-strip', 'choose-server']) {
    await clickMenuItem(app, cover);
    await clickMenuItem(app, 'print');
    expect(await takePrinted(app)).toEqual([expect.stringMatching(ofServer)]);
    await clickMenuItem(app, cover);
  }

  await runIn(app, server.address, 'window.close()');
  await status('Stopped');
  await printBothWays(/^data:/);
  await strip.getByRole('button', { name: 'Try again' }).click();
  await (await pageAt(app, server.address)).getByRole('heading').waitFor();
  // It would open its dialog late, perhaps over another console.
  await runIn(app, server.address, 'for (;;);');
  await clickMenuItem(app, 'server-local');
  // Choosing it finds out whether it hangs by then.
  await expect(async () => {
    await chooseEachRemote(app);
    await expect(strip.getByRole('status')).toHaveText('Not responding', { timeout: 5_000 });
  }).toPass();
  await clickMenuItem(app, 'print');
  expect(await takePrinted(app)).toEqual([]);
  await server.close();
});
