/** What the shell itself says: menus, tray, dialogs, notifications and the page of a failed start. */
const en = {
  appMenu: 'Castellan',
  file: 'File',
  edit: 'Edit',
  view: 'View',
  window: 'Window',
  help: 'Help',
  open: 'Open Castellan',
  newInvitation: 'New Invitation…',
  sessions: 'Sessions',
  copyAddress: 'Copy API Address',
  openLogs: 'Open Log Folder',
  closeToTray: 'Keep Running When Closed',
  startAtLogin: 'Start at Login',
  staySignedIn: 'Stay Signed In on This Computer',
  staySignedInUnavailable: 'Stay Signed In (No Keyring Here)',
  apiReference: 'API Reference',
  checkForUpdates: 'Check for Updates',
  quit: 'Quit Castellan',
  newSignIn: 'New sign-in',
  newSignInFrom: (address: string) => `Somebody signed in to your account from ${address}. Was it you?`,
  server: 'Server',
  /** By the state that a run at the hosting provider has reached. */
  runMoved: {
    awaiting_payment: 'The invoice of its upgrade is due.',
    resized: 'It has its new size and waits for you to confirm or revert it.',
    confirmed: 'Its upgrade is confirmed.',
    reverted: 'Its upgrade is reverted.',
    failed: 'What was asked of the provider failed.',
  } as Readonly<Record<string, string>>,
  updateAvailable: (version: string) => `Castellan ${version} is available`,
  updateHint: 'Click to open its page.',
  noUpdate: 'This is the newest version.',
  updateFailed: 'The update feed could not be read.',
  crashed: 'The window stopped working and was opened again',
  crashedDetail: 'The service went on meanwhile. What was being typed is lost.',
  crashedAgain: 'The window keeps stopping',
  hung: 'The window does not answer',
  hungDetail: 'It may only be busy. Reloading loses what was being typed.',
  wait: 'Wait',
  reload: 'Reload',
  ok: 'OK',
  plainKeeping: 'This computer offers no keyring',
  plainKeepingDetail:
    'Castellan can keep you signed in, but anybody who can read the files of your account on this computer could use it.',
  keepAnyway: 'Keep me signed in',
  keepNot: 'Sign in at each start',
  saveFailed: 'The file could not be saved',
  failedTitle: 'Castellan could not start',
  failedTry: 'Try again',
  failedLog: 'Log',
  failedData: 'Data folder',
  advice: {
    port: 'End the other program, or start Castellan with another port: castellan start --port 4311.',
    locked:
      'Castellan already runs on this data folder without a window. Open its console in a browser, or end it first.',
    damaged:
      'Nothing was changed. Move the file away and put a copy of it in its place, such as castellan.db.before-…, then try again.',
    newer: 'Nothing was changed. Install the newer version of Castellan again, or use another data folder.',
    other: 'Put it right and try again. The log tells more.',
  },
};

export type Texts = typeof en;

const de: Texts = {
  appMenu: 'Castellan',
  file: 'Datei',
  edit: 'Bearbeiten',
  view: 'Ansicht',
  window: 'Fenster',
  help: 'Hilfe',
  open: 'Castellan öffnen',
  newInvitation: 'Neue Einladung …',
  sessions: 'Sitzungen',
  copyAddress: 'API-Adresse kopieren',
  openLogs: 'Protokollordner öffnen',
  closeToTray: 'Nach dem Schließen weiterlaufen',
  startAtLogin: 'Bei der Anmeldung starten',
  staySignedIn: 'Auf diesem Computer angemeldet bleiben',
  staySignedInUnavailable: 'Angemeldet bleiben (kein Schlüsselbund)',
  apiReference: 'API-Referenz',
  checkForUpdates: 'Nach Aktualisierungen suchen',
  quit: 'Castellan beenden',
  newSignIn: 'Neue Anmeldung',
  newSignInFrom: (address) => `Jemand hat sich von ${address} mit Ihrem Konto angemeldet. Waren Sie das?`,
  server: 'Server',
  runMoved: {
    awaiting_payment: 'Die Rechnung für sein Upgrade ist fällig.',
    resized: 'Er hat seine neue Größe und wartet darauf, dass Sie sie bestätigen oder zurücknehmen.',
    confirmed: 'Sein Upgrade ist bestätigt.',
    reverted: 'Sein Upgrade ist zurückgenommen.',
    failed: 'Was beim Anbieter verlangt wurde, ist fehlgeschlagen.',
  },
  updateAvailable: (version) => `Castellan ${version} ist verfügbar`,
  updateHint: 'Klicken öffnet die Seite dazu.',
  noUpdate: 'Dies ist die neueste Version.',
  updateFailed: 'Die Aktualisierungsquelle ließ sich nicht lesen.',
  crashed: 'Das Fenster ist ausgefallen und wurde neu geöffnet',
  crashedDetail: 'Der Dienst lief weiter. Was gerade eingegeben wurde, ist verloren.',
  crashedAgain: 'Das Fenster fällt wiederholt aus',
  hung: 'Das Fenster antwortet nicht',
  hungDetail: 'Vielleicht ist es nur beschäftigt. Neu laden verliert, was gerade eingegeben wurde.',
  wait: 'Warten',
  reload: 'Neu laden',
  ok: 'OK',
  plainKeeping: 'Dieser Computer bietet keinen Schlüsselbund',
  plainKeepingDetail:
    'Castellan kann Sie angemeldet halten, aber wer die Dateien Ihres Kontos auf diesem Computer lesen kann, könnte die Anmeldung benutzen.',
  keepAnyway: 'Angemeldet bleiben',
  keepNot: 'Bei jedem Start anmelden',
  saveFailed: 'Die Datei ließ sich nicht speichern',
  failedTitle: 'Castellan konnte nicht starten',
  failedTry: 'Erneut versuchen',
  failedLog: 'Protokoll',
  failedData: 'Datenordner',
  advice: {
    port: 'Beenden Sie das andere Programm, oder starten Sie Castellan mit einem anderen Port: castellan start --port 4311.',
    locked:
      'Castellan läuft mit diesem Datenordner schon ohne Fenster. Öffnen Sie seine Konsole im Browser, oder beenden Sie es zuerst.',
    damaged:
      'Nichts wurde geändert. Legen Sie die Datei beiseite und eine Kopie an ihre Stelle, etwa castellan.db.before-…, und versuchen Sie es erneut.',
    newer:
      'Nichts wurde geändert. Installieren Sie wieder die neuere Version von Castellan, oder nehmen Sie einen anderen Datenordner.',
    other: 'Beheben Sie das, und versuchen Sie es erneut. Das Protokoll sagt mehr.',
  },
};

const languages = { en, de };
export type Language = keyof typeof languages;

/** The first language, by the system's order, that Castellan speaks. */
export const languageOf = (preferred: readonly string[]): Language =>
  preferred.map((tag) => tag.split('-')[0]).find((language) => language === 'en' || language === 'de') === 'de'
    ? 'de'
    : 'en';

export const textsIn = (language: Language): Texts => languages[language];
