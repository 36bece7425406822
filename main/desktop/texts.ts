/** The texts of the desktop shell: menus, tray, dialogs, notifications and the failure page. */
const en = {
  appMenu: 'Castellan',
  file: 'File',
  edit: 'Edit',
  view: 'View',
  history: 'History',
  back: 'Back',
  forward: 'Forward',
  find: 'Find…',
  copyLink: 'Copy Link',
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
  exportDiagnostics: 'Export Diagnostics…',
  diagnostics: 'Export diagnostics',
  diagnosticsDetail:
    'Saves versions, settings and logs to a ZIP file on this computer. Nothing is sent. The file has no passwords, keys or account data, but crash reports are copies of memory and can hold secrets.',
  includeCrashReports: 'Include crash reports',
  save: 'Save…',
  cancel: 'Cancel',
  checkForUpdates: 'Check for Updates',
  quit: 'Quit Castellan',
  stillRunning: 'Castellan is still running',
  stillRunningDetail: 'Open it from the tray icon, or start it again.',
  newSignIn: 'New sign-in',
  newSignInFrom: (address: string) => `Someone signed in to your account from ${address}. Was that you?`,
  server: 'Server',
  /** By the status that an upgrade at the hosting provider has reached. */
  runMoved: {
    awaiting_payment: 'The invoice for its upgrade is due.',
    resized: 'It was resized. Confirm or revert the upgrade.',
    confirmed: 'Its upgrade was confirmed.',
    reverted: 'Its upgrade was reverted.',
    failed: 'Its upgrade failed at the provider.',
  } as Readonly<Record<string, string>>,
  updateAvailable: (version: string) => `Castellan ${version} is available`,
  updateHint: 'Click to open the release page.',
  noUpdate: 'You have the latest version.',
  updateFailed: 'Couldn’t check for updates.',
  crashed: 'The window crashed and was reloaded',
  crashedDetail: 'The service kept running. Unsaved input was lost.',
  crashedAgain: 'The window keeps crashing',
  hung: 'The window isn’t responding',
  hungDetail: 'It may just be busy. Reloading discards unsaved input.',
  wait: 'Wait',
  reload: 'Reload',
  ok: 'OK',
  plainKeeping: 'This computer has no keyring',
  plainKeepingDetail:
    'Castellan can keep you signed in, but anyone who can read your files on this computer could use your session.',
  keepAnyway: 'Keep me signed in',
  keepNot: 'Sign in every time',
  saveFailed: 'Couldn’t save the file',
  failedTitle: 'Castellan couldn’t start',
  failedTry: 'Try again',
  failedLog: 'Log',
  failedData: 'Data folder',
  advice: {
    port: 'Quit the other program, or start Castellan on another port: castellan start --port 4311.',
    locked:
      'Castellan is already running on this data folder without a window. Open its console in a browser, or stop it first.',
    damaged:
      'Nothing was changed. Move the file away, put a backup in its place, such as castellan.db.before-…, and try again.',
    newer: 'Nothing was changed. Reinstall the newer version of Castellan, or use another data folder.',
    permission: 'Make the user that runs Castellan the owner of the data folder, then try again.',
    full: 'Free some disk space, then try again.',
    io: 'Check the disk, then try again. Restore a backup only if the file turns out to be damaged.',
    other: 'Fix the problem and try again. The log has more details.',
  },
};

export type Texts = typeof en;

const de: Texts = {
  appMenu: 'Castellan',
  file: 'Datei',
  edit: 'Bearbeiten',
  view: 'Ansicht',
  history: 'Verlauf',
  back: 'Zurück',
  forward: 'Vorwärts',
  find: 'Suchen …',
  copyLink: 'Link kopieren',
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
  exportDiagnostics: 'Diagnosedaten exportieren …',
  diagnostics: 'Diagnosedaten exportieren',
  diagnosticsDetail:
    'Speichert Versionen, Einstellungen und Protokolle in einer ZIP-Datei auf diesem Computer. Nichts wird gesendet. Die Datei enthält keine Passwörter, Schlüssel oder Kontodaten. Absturzberichte sind Kopien des Arbeitsspeichers und können Geheimnisse enthalten.',
  includeCrashReports: 'Absturzberichte einschließen',
  save: 'Speichern …',
  cancel: 'Abbrechen',
  stillRunning: 'Castellan läuft weiter',
  stillRunningDetail: 'Öffnen Sie es über das Symbol im Infobereich, oder starten Sie es noch einmal.',
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
    permission:
      'Machen Sie den Benutzer, der Castellan ausführt, zum Eigentümer des Datenordners, und versuchen Sie es erneut.',
    full: 'Schaffen Sie Speicherplatz, und versuchen Sie es erneut.',
    io: 'Prüfen Sie den Datenträger, und versuchen Sie es erneut. Spielen Sie nur dann eine Sicherung ein, wenn die Datei beschädigt ist.',
    other: 'Beheben Sie das, und versuchen Sie es erneut. Das Protokoll sagt mehr.',
  },
};

const languages = { en, de };
export type Language = keyof typeof languages;

/** The first of the system's languages that Castellan supports, otherwise English. */
export const languageOf = (preferred: readonly string[]): Language =>
  preferred.map((tag) => tag.split('-')[0]).find((language) => language === 'en' || language === 'de') === 'de'
    ? 'de'
    : 'en';

export const textsIn = (language: Language): Texts => languages[language];
