import { app, dialog, safeStorage, session, type Tray } from 'electron';
import { createActions, readSwitches } from './desktop/actions.ts';
import { externalAddress } from './desktop/addresses.rules.ts';
import { serveBridge } from './desktop/bridge.ts';
import { readCommandLine, tryConfig } from './desktop/command-line.ts';
import { failurePage } from './desktop/failure-page.ts';
import { type Guards, guardAllContents, guardSession } from './desktop/hardening.ts';
import { takeInstance, watchInstances } from './desktop/instances.ts';
import { createLastAuthorization } from './desktop/last-authorization.ts';
import { setMenu } from './desktop/menu.ts';
import { watchAuditLog } from './desktop/notifications.ts';
import { openedLine } from './desktop/opened-line.ts';
import { outsideHosts } from './desktop/outside-hosts.ts';
import { createFileLogger, prepareProfile } from './desktop/profile.ts';
import { quitInOrder } from './desktop/quit.ts';
import { type ConsoleDoor, registerConsoleScheme, serveConsole } from './desktop/scheme.ts';
import { createDesktopService } from './desktop/service.ts';
import { createSessionKeeper } from './desktop/session-keeper.ts';
import { createSettings } from './desktop/settings.ts';
import { languageOf, textsIn } from './desktop/texts.ts';
import { createTray } from './desktop/tray.ts';
import { createUpdates, readFeed } from './desktop/updates.ts';
import { askInWindow, createConsoleWindow } from './desktop/window.ts';
import { systemClock } from './platform/clock.ts';

/** The desktop app, as an ordered list of what is set up. */

// Whatever this process creates is for its own account alone.
process.umask(0o077);
registerConsoleScheme();
app.enableSandbox();

const commandLine = readCommandLine(process.argv.slice(1), process.env);
const config = tryConfig(commandLine);
/** Where the console's files come from while it is being worked on. */
const developmentServer = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL;
const profile = await prepareProfile(config?.dataDir);

const run = (): void => {
  const log = createFileLogger(config?.logLevel ?? 'info', profile);
  const settings = createSettings(profile.settingsFile, log);
  const language = languageOf(app.getPreferredSystemLanguages());
  const texts = textsIn(language);
  const authorization = createLastAuthorization();
  let tray: Tray | undefined;
  let door: ConsoleDoor | undefined;

  const service = createDesktopService({ config: commandLine.config, log });
  const address = () => service.app()?.address;
  // While Chromium is still starting; pages wait for it.
  void service.start();

  const feed = readFeed(process.env.CASTELLAN_UPDATE_FEED, log);
  const updates = feed && createUpdates({ feed, version: app.getVersion(), log });
  const guards: Guards = {
    external: async (url) => externalAddress(url, address(), await outsideHosts(service.app(), updates)),
    log,
  };
  guardAllContents(guards);

  const quitting = quitInOrder(
    [
      () => updates?.stop(),
      () => door?.drain(),
      () => service.stop(),
      () => keeper.settled(),
      () => settings.flush(),
      () => tray?.destroy(),
    ],
    log,
  );
  const window = createConsoleWindow({
    settings,
    texts,
    clock: systemClock,
    log,
    hidesOnClose: () => settings.get().closeToTray && tray !== undefined && !quitting.isUnderWay(),
  });
  const keeper = createSessionKeeper({
    file: profile.sessionFile,
    storage: safeStorage,
    settings,
    askPlain: () =>
      askInWindow(window, texts.plainKeeping, texts.plainKeepingDetail, [texts.keepAnyway, texts.keepNot]),
    platform: process.platform,
    log,
  });
  const parts = { window, address, guards, settings, keeper, updates, logFolder: profile.logFolder, texts, log };
  const actions = createActions(parts);
  watchInstances(actions);
  service.onStart(({ context }) => watchAuditLog(context, { authorization, show: actions.notify, texts }));

  const open = async (): Promise<void> => {
    guardSession(session.defaultSession, developmentServer !== undefined);
    door = serveConsole(app.getVersion(), {
      start: service.start,
      server: () => service.app()?.server,
      failurePage: () =>
        failurePage(service.failure(), { logFile: profile.logFile, dataDir: config?.dataDir }, language),
      developmentServer,
      authorization,
      log,
    });
    serveBridge({ window: window.current, keeper, actions, address, logFile: profile.logFile, texts, log });
    process.stdout.write(`${openedLine}\n`);
    if (commandLine.page !== undefined) window.open(commandLine.page);
    else if (!commandLine.hidden) window.show();
    tray = createTray(texts, actions);
    setMenu(texts, actions, await readSwitches(parts));
    updates?.watch(actions.tellRelease);
  };
  // Not awaited here: the app is not ready before this file is.
  app
    .whenReady()
    .then(open)
    .catch((error: unknown) => {
      log.fatal({ err: error }, 'the window could not be opened');
      dialog.showErrorBox(texts.failedTitle, error instanceof Error ? error.message : String(error));
      app.exit(1);
    });
};

if (await takeInstance(developmentServer !== undefined)) run();
else app.quit();
