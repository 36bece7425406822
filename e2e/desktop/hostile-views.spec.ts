import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { ElectronApplication } from '@playwright/test';
import type { BridgeInput, BridgeOutput, BridgeRequest } from '#shared/contract/desktop-bridge.ts';
import {
  addressOf,
  type Desktop,
  expect,
  firstScreen,
  ownContents,
  pageAt,
  stripOf,
  test,
  windowOf,
} from './desktop.ts';
import { clickMenuItem } from './menu.ts';
import { consoleHtml, type OtherRemote, serveHttps, trusted } from './servers.ts';

/** Every way to misbehave, on every console: whatever a page does, the app and the other consoles go on. */

interface Behavior {
  /** What the page runs. */
  readonly script: string;
  /** What the strip then says of it, if anything. Choosing a console that has stopped brings it back. */
  readonly status?: 'Stopped' | 'Not responding';
}

const behaviors: Readonly<Record<string, Behavior>> = {
  'closes itself': { script: 'window.close()', status: 'Stopped' },
  'goes to about:blank': { script: 'location.href = "about:blank"', status: 'Stopped' },
  'ends its process': { script: '', status: 'Stopped' },
  hangs: { script: 'for (;;);', status: 'Not responding' },
  'asks again and again': { script: 'setInterval(() => { alert(1); confirm(2); prompt(3); }, 5)' },
  'keeps people from leaving': {
    script: 'addEventListener("beforeunload", (event) => { event.preventDefault(); event.returnValue = "Stay"; })',
  },
  'fills the screen': { script: 'document.documentElement.requestFullscreen()' },
  prints: {
    script: 'addEventListener("beforeprint", () => { document.title = "printed"; }); setInterval(() => print(), 20)',
  },
  // Last: what they open stays open.
  'opens many windows': { script: 'setInterval(() => window.open("https://evil.example/"), 5)' },
  'saves many files': {
    script: `setInterval(() => {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(new Blob(['x']));
      link.download = 'file.txt';
      link.click();
    }, 20)`,
  },
};

const views = ['this computer', 'the server that is shown', 'a server that is not shown'] as const;

/** Notes the native dialogs that would open: questions, and places for files. Each stays open. */
const recordDialogs = (app: ElectronApplication) =>
  app.evaluate(({ dialog, webContents }) => {
    const dialogs: string[] = [];
    Object.assign(globalThis, { dialogs });
    dialog.showMessageBox = (() => {
      dialogs.push('question');
      return new Promise<never>(() => {});
    }) as typeof dialog.showMessageBox;
    for (const session of new Set(webContents.getAllWebContents().map((contents) => contents.session))) {
      session.on('will-download', (event, item) => {
        // After the app's own listener, which may have refused it.
        if (event.defaultPrevented) return;
        dialogs.push(item.getSaveDialogOptions().title ?? '');
      });
    }
  });

const dialogsOf = (app: ElectronApplication) =>
  app.evaluate(() => (globalThis as unknown as { dialogs: string[] }).dialogs);

/** Runs it in the page soon, through Electron: Playwright would wait for pages that are gone. */
const misbehave = (app: ElectronApplication, address: string, { script }: Behavior): Promise<void> =>
  app.evaluate(
    async ({ webContents }, given) => {
      const found = webContents.getAllWebContents().find((contents) => contents.getURL().startsWith(given.address));
      if (!found) throw new Error(`No page of ${given.address}`);
      if (given.script === '') found.forcefullyCrashRenderer();
      else await found.executeJavaScript(`window.isOld = true; setTimeout(() => { ${given.script} }, 50); 0`, true);
    },
    { address, script },
  );

/** Whether a page still has the document that misbehaved. */
const isOld = (app: ElectronApplication, address: string): Promise<boolean> =>
  app.evaluate(
    ({ webContents }, start) =>
      webContents
        .getAllWebContents()
        .find((contents) => contents.getURL().startsWith(start))
        ?.executeJavaScript('"isOld" in window'),
    address,
  );

const titlesOf = (app: ElectronApplication) =>
  app.evaluate(({ webContents }) => webContents.getAllWebContents().map((contents) => contents.getTitle()));

/** The pages that are in the window, the strip first, and the sizes of all. */
const attachedIn = (app: ElectronApplication) =>
  app.evaluate(({ BaseWindow }) => {
    const [window] = BaseWindow.getAllWindows();
    const pages = (window?.contentView.children ?? []).map((view) => ({
      address: (view as Electron.WebContentsView).webContents.getURL(),
      bounds: view.getBounds(),
    }));
    const { width = 0, height = 0 } = window?.contentView.getBounds() ?? {};
    return { pages, width, height };
  });

const serveConsole = () =>
  serveHttps((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end(consoleHtml(1));
  });

const storedOf = async ({ dataDir }: Desktop, id: string): Promise<string[]> => {
  const names = async (folder: string) => readdir(join(dataDir, 'desktop', folder)).catch(() => []);
  return [...(await names('servers')), ...(await names('Partitions'))].filter((name) => name.includes(id));
};

interface Place {
  readonly desktop: Desktop;
  readonly app: ElectronApplication;
  /** The address of this computer's service. */
  readonly service: string;
  /** A server that never misbehaves. */
  readonly good: OtherRemote;
  readonly goodId: string;
}

const openWithServer = async (desktop: Desktop): Promise<Place> => {
  const good = await serveConsole();
  const { app, page } = await desktop.launch({ args: trusted });
  await firstScreen(page);
  expect(await ask(app, 'addRemote', { address: good.address, name: 'Good' })).toBeNull();
  await pageAt(app, good.address);
  return { desktop, app, service: await addressOf(page), good, goodId: await idOf(app, 'Good') };
};

/** Asks the app as this computer's console does, through Electron: Playwright gives up on a page that has crashed. */
const ask = async <Name extends BridgeRequest>(app: ElectronApplication, name: Name, input?: BridgeInput<Name>) =>
  (await ownContents(app)).evaluate(
    (contents, code) => contents.executeJavaScript(code) as Promise<BridgeOutput<Name>>,
    `window.castellan.${name}(${JSON.stringify(input)})`,
  );

const idOf = async (app: ElectronApplication, name: string): Promise<string> => {
  const remote = (await ask(app, 'listRemotes')).find((found) => found.name === name);
  if (!remote) throw new Error(`There is no ${name}`);
  return remote.id;
};

/** Adds a server that may misbehave, and that has stored something on this computer. */
const addHostile = async (app: ElectronApplication, desktop: Desktop) => {
  const server = await serveConsole();
  expect(await ask(app, 'addRemote', { address: server.address, name: 'Hostile' })).toBeNull();
  const page = await pageAt(app, server.address);
  await page.evaluate(async () => {
    await window.castellan?.saveSession('a token');
    localStorage.setItem('secret', 'stored');
  });
  const id = await idOf(app, 'Hostile');
  await expect.poll(() => storedOf(desktop, id)).not.toEqual([]);
  return { ...server, id };
};

/**
 * Lets one console misbehave, leaves it, loads it again and removes it.
 * @param nextWidth of the window, other than before
 * @returns the ID of the server that was removed
 */
const tryBehavior = async (
  { app, desktop, service, good, goodId }: Place,
  view: (typeof views)[number],
  behavior: Behavior,
  nextWidth: number,
): Promise<string> => {
  const hostile = await addHostile(app, desktop);
  const isOwn = view === 'this computer';
  const item = isOwn ? 'server-local' : `server-${hostile.id}`;
  const other = `server-${goodId}`;
  await clickMenuItem(app, other);
  if (view !== 'a server that is not shown') await clickMenuItem(app, item);
  await recordDialogs(app);
  await misbehave(app, isOwn ? 'app://castellan/' : hostile.address, behavior);
  // What must not happen has this long to happen.
  await new Promise((resolve) => setTimeout(resolve, 1_000));

  // The service and the other server go on.
  expect((await fetch(`${service}/healthz`)).status).toBe(200);
  const strip = await stripOf(app);
  if (view === 'a server that is not shown') {
    expect(await dialogsOf(app)).toEqual([]);
    await expect(strip.getByRole('button', { name: 'Switch server: Good' })).toBeVisible();
    expect((await attachedIn(app)).pages.map(({ address }) => address)).toEqual(['app://strip/', good.address]);
  }
  expect((await dialogsOf(app)).length).toBeLessThanOrEqual(1);
  expect(await titlesOf(app)).not.toContain('printed');

  // It is named as what it is, in every size of the window.
  if (view !== 'a server that is not shown' && behavior.status === 'Stopped')
    await expect(strip.getByRole('status')).toHaveText(behavior.status);
  await clickMenuItem(app, item);
  await expect(
    strip.getByRole('button', { name: isOwn ? 'Switch server: This Computer' : 'Switch server: Hostile' }),
  ).toBeVisible();
  if (behavior.status === 'Not responding') await expect(strip.getByRole('status')).toHaveText(behavior.status);
  else await expect(strip.getByRole('status')).toBeHidden();
  const frame = await windowOf(app);
  expect(await frame.evaluate((own) => own.isFullScreen())).toBe(false);
  await frame.evaluate((own, width) => own.setBounds({ x: 0, y: 0, width, height: 850 }), nextWidth);
  await expect
    .poll(async () => {
      const { pages, width, height } = await attachedIn(app);
      const filled = [
        { x: 0, y: 0, width, height: 40 },
        { x: 0, y: 40, width, height: height - 40 },
      ];
      return {
        width,
        bounds: isDeepStrictEqual(
          pages.map(({ bounds }) => bounds),
          filled,
        ),
      };
    })
    .toEqual({ width: nextWidth, bounds: true });

  // It can be loaded again.
  await clickMenuItem(app, 'reload');
  await expect(strip.getByRole('status')).toBeHidden();
  await expect
    .poll(async () => (await attachedIn(app)).pages[1]?.address)
    .toMatch(isOwn ? /^app:\/\/castellan\// : hostile.address);

  await expect.poll(() => isOld(app, isOwn ? 'app://castellan/' : hostile.address)).toBe(false);

  // And it can be left and removed, with all that is stored of it.
  await clickMenuItem(app, other);
  await expect(strip.getByRole('button', { name: 'Switch server: Good' })).toBeVisible();
  await expect(strip.getByRole('status')).toBeHidden();
  await clickMenuItem(app, 'manage-servers');
  const own = await ownContents(app);
  await expect.poll(() => own.evaluate((contents) => contents.getURL())).toBe('app://castellan/servers');
  await ask(app, 'removeRemote', hostile.id);
  await expect.poll(() => app.windows().filter((page) => page.url().startsWith(hostile.address)).length).toBe(0);
  await hostile.close();
  return hostile.id;
};

for (const view of views)
  test(`${view} misbehaves: everything else goes on, and it can be left, loaded again and removed`, async ({
    desktop,
  }) => {
    const place = await openWithServer(desktop);
    const removed: string[] = [];
    for (const [at, [name, behavior]] of Object.entries(behaviors).entries())
      await test.step(name, async () => {
        removed.push(await tryBehavior(place, view, behavior, 1_300 + at));
      });
    await place.app.close();
    const again = await desktop.launch({ args: trusted });
    await again.app.close();
    for (const id of removed) expect(await storedOf(desktop, id)).toEqual([]);
    await place.good.close();
  });
