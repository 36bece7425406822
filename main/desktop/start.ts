import { app, dialog, powerMonitor, safeStorage, session } from 'electron';
import { READY_LINE } from '../cli/electron.ts';
import { printSetupToken } from '../cli/setup-token-line.ts';
import { systemClock } from '../platform/clock.ts';
import { logRefusals, onRefusedConnection } from '../platform/gate/gate.ts';
import { createActions, readSwitches } from './actions.ts';
import { externalAddress } from './addresses.logic.ts';
import { serveBridge } from './bridge.ts';
import { readCommandLine, tryConfig } from './command-line.ts';
import { createConsoles } from './consoles.ts';
import { keepCrashReports } from './diagnostics.ts';
import { failurePage, failureText } from './failure-page.ts';
import { createLinkFollower } from './follow-link.ts';
import { guardSession, type OutsideLinks } from './hardening.ts';
import { createKeyring } from './keyring.ts';
import { createLastAuthorization } from './last-authorization.ts';
import { claimWindow, watchLaunches } from './launches.ts';
import { registerForLinks } from './link-handler.ts';
import { createLoginItem, followLoginItem, wasOpenedAtLogin } from './login-item.ts';
import { onLostNetwork, watchLostProcesses } from './lost-processes.ts';
import { setMenu } from './menu.ts';
import { showNotification } from './notifications.ts';
import { keepFilesPrivate } from './outside.ts';
import { outsideHosts } from './outside-hosts.ts';
import { createOwnBackups } from './own-backups.ts';
import { createFileLogger, prepareProfile } from './profile.ts';
import { quitInOrder } from './quit.ts';
import { createRefusalLog } from './refusals.ts';
import { deleteLeftovers } from './remotes/leftovers.ts';
import { loadPolicy } from './remotes/policy.ts';
import { serveRemotes } from './remotes/remote-bridge.ts';
import { showRemoteMenu } from './remotes/remote-menu.ts';
import { type ConsoleTransport, registerConsoleScheme, serveConsole } from './scheme.ts';
import { supportScreenReaders } from './screen-reader.ts';
import { createDesktopService } from './service.ts';
import { createSessionStore } from './session-store.ts';
import { createSettings } from './settings.ts';
import { startProblemNotices } from './start-problems.logic.ts';
import { endStuckNetwork } from './stuck-network.ts';
import { switcherPlaces } from './switcher.logic.ts';
import { createSwitcher } from './switcher.ts';
import { prepareSwitches } from './switches.ts';
import { languageOf, textsIn } from './texts.ts';
import { type AppTray, createTray } from './tray.ts';
import { createUpdates, readFeed } from './updates.ts';
import { watchAuditLog } from './watch-audit-log.ts';

/** The desktop app: sets everything up, in order. */

keepFilesPrivate();
registerConsoleScheme();
prepareSwitches(process.env);
app.enableSandbox();
// Must match electron-builder.yml and the installed shortcut, or Windows shows no notifications.
if (process.platform === 'win32') app.setAppUserModelId('io.castellan.desktop');

const commandLine = readCommandLine(process.argv.slice(1), process.env);
const config = tryConfig(commandLine);
/** Where the console's files come from during development. */
const developmentServer = app.isPackaged ? undefined : commandLine.developmentServer;
const profile = await prepareProfile(config?.dataDir);
// After the profile, which sets where the reports go.
keepCrashReports();

const run = (): void => {
  const log = createFileLogger(config?.logLevel ?? 'info', profile);
  onRefusedConnection(logRefusals(log, systemClock));
  const settings = createSettings(profile.settingsFile, log);
  watchLostProcesses(settings, log);
  const language = languageOf(app.getPreferredSystemLanguages());
  const texts = textsIn(language);
  const isHidden = commandLine.hidden || wasOpenedAtLogin();
  const policy = loadPolicy(commandLine.policyFile, log);
  const authorization = createLastAuthorization();
  let tray: AppTray | undefined;
  let transport: ConsoleTransport | undefined;

  const backups = createOwnBackups({
    file: profile.backupsFile,
    window: () => consoles.window.current(),
    restart: () => {
      // Not those of this start: its link was followed, and its window is wanted.
      const args = [...(app.isPackaged ? [] : [app.getAppPath()]), ...commandLine.keptOptions];
      app.relaunch({ execPath: commandLine.program, args });
      app.quit();
    },
    log,
  });
  const service = createDesktopService({ config: () => backups.withChosen(commandLine.config()), log });
  const address = () => service.app()?.address;
  // Start while Chromium is still starting; pages wait for it.
  void service.start();

  const feed = readFeed(commandLine.updateFeed, log);
  const updates = feed && createUpdates({ feed, version: app.getVersion(), log });
  const outside: OutsideLinks = {
    external: async (url) => externalAddress(url, address(), await outsideHosts(service.app(), updates)),
    refused: createRefusalLog(log, systemClock),
  };

  const quitting = quitInOrder(
    app,
    [
      () => updates?.stop(),
      () => consoles.end(),
      () => transport?.drain(),
      () => service.stop(),
      // Together: the end of the use of the keyring also ends what else waits for it.
      async () => void (await Promise.all([sessionStore.close(), remotes.flush()])),
      () => settings.flush(),
      () => tray?.destroy(),
      () => endStuckNetwork(log),
    ],
    log,
  );
  const keyring = createKeyring({ storage: safeStorage, platform: process.platform });
  const consoles = createConsoles({
    settings,
    policy,
    keyring,
    remotesFolder: profile.remotesFolder,
    language,
    texts,
    outside,
    actions: () => actions,
    onChange: () => showRemotes(),
    // Whoever starts it without a window wants it to run without one.
    hidesOnClose: () => (settings.get().closeToTray || isHidden) && tray !== undefined && !quitting.isQuitting(),
    onHide: () => {
      // Some desktops show no tray. Without this notice, the app would seem to have vanished.
      if (settings.get().toldStillRunning) return;
      settings.set({ toldStillRunning: true });
      tell({ title: texts.stillRunning, body: texts.stillRunningDetail });
    },
    clock: systemClock,
    log,
  });
  const { window, questions, remotes, remoteList, ownView, unseen, menuRemotes } = consoles;
  const tell = (notice: { title: string; body: string }): void => showNotification(notice, log, window.show);
  const sessionStore = createSessionStore({
    file: profile.sessionFile,
    keyring,
    settings,
    askPlain: questions.ofPage(() => ownView().life.page().contents).askPlain,
    log,
  });
  const parts = {
    ...consoles,
    address,
    backups: () => service.app()?.context.backups,
    outside,
    settings,
    keyring,
    sessionStore,
    updates,
    profile,
    texts,
    clock: systemClock,
    log,
  };
  const actions = createActions({
    ...parts,
    showRemoteMenu: () => showRemoteMenu(texts, actions, menuRemotes(), window.current()),
    openSwitcher: () => switcher.toggle(),
  });
  const switcher = createSwitcher({
    window,
    places: () => switcherPlaces(menuRemotes(), texts),
    shown: () => menuRemotes().shown ?? null,
    choose: (id) => actions.showRemote(id ?? undefined),
    language,
    log,
  });
  /** In the app's menu, and in the tray's. */
  const showRemotes = (): void => {
    setMenu(texts, actions, readSwitches(parts, commandLine), menuRemotes());
    tray?.show(menuRemotes(), unseen.total());
  };
  const follow = createLinkFollower({
    list: remoteList,
    open: actions.open,
    showWindow: window.show,
    showRemote: actions.showRemote,
    ask: (message, detail, action) => questions.ask(message, detail, [action, texts.cancel], 'no'),
    tell: questions.tell,
    texts,
    log,
  });
  watchLaunches({ show: actions.show, follow });
  service.onStart(({ address: reached }) => {
    const problem = service.portProblem();
    if (problem !== undefined) tell({ title: texts.otherPort(reached), body: failureText(problem, texts) });
  });
  service.onStart(({ context }) => printSetupToken(context));
  service.onStart(({ context }) => watchAuditLog(context, { authorization, show: actions.notify, texts }));

  const open = async (): Promise<void> => {
    void supportScreenReaders(process.env, log);
    void registerForLinks({ image: commandLine.appImage, environment: process.env, log });
    followLoginItem(createLoginItem(commandLine.program, commandLine.keptOptions), log);
    guardSession(session.defaultSession, developmentServer !== undefined);
    transport = serveConsole(app.getVersion(), {
      start: service.start,
      server: () => service.app()?.server,
      failurePage: () =>
        failurePage(service.failure(), { logFile: profile.logFile, dataDir: config?.dataDir }, language),
      developmentServer,
      authorization,
      log,
    });
    serveBridge({
      window: window.current,
      contents: () => ownView().life.page().contents,
      sessionStore,
      keyring,
      actions,
      remotes: remoteList,
      async removeRemote(id) {
        await remotes.remove(id);
        unseen.clear(id);
      },
      backups: backups.requests,
      distrustRemote: remotes.distrust,
      passwords: remotes,
      address,
      logFile: profile.logFile,
      log,
    });
    serveRemotes({
      views: remotes,
      chooseServer: actions.chooseServer,
      showWindow: window.show,
      notify: actions.notifyOf,
      log,
    });
    // Before the window: otherwise Electron shows its own menu.
    showRemotes();
    keyring.onKnown(showRemotes);
    await deleteLeftovers(settings, profile, log);
    remotes.connectSaved();
    powerMonitor.on('resume', remotes.wake);
    onLostNetwork(
      () =>
        void remotes
          .verifyAgain()
          .catch((error: unknown) => log.error({ err: error }, 'failed to check certificates again')),
    );
    process.stdout.write(`${READY_LINE}\n`);
    if (commandLine.link !== undefined) follow(commandLine.link);
    else if (!isHidden) window.show();
    const found = {
      damagedSettings: settings.damaged,
      damagedBackups: backups.damaged,
      policy,
      lostProfile: profile.lost,
    };
    for (const notice of startProblemNotices({ ...found, policyFile: commandLine.policyFile }, texts)) tell(notice);
    tray = createTray(texts, actions);
    showRemotes();
    updates?.watch(actions.tellRelease);
  };
  // Don't await this: the app becomes ready only after this file has run.
  app
    .whenReady()
    .then(open)
    .catch((error: unknown) => {
      log.fatal({ err: error }, 'failed to open the window');
      dialog.showErrorBox(texts.failedTitle, error instanceof Error ? error.message : String(error));
      app.exit(1);
    });
};

if (await claimWindow(developmentServer !== undefined)) run();
else app.quit();
