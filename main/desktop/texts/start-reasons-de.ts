import { shownMinute } from '../../platform/clock.ts';
import type { StartReasonTexts } from '../../platform/start-reasons.ts';

const user = (uid: number | undefined): string => (uid === undefined ? '' : ` (uid ${uid})`);

const keysAlone = ({ keys, database, isEmpty }: { keys: string; database: string; isEmpty: boolean }): string =>
  `${keys} ist vorhanden, aber die Datenbank ${database} ${isEmpty ? 'ist leer' : 'fehlt'}. Stellen Sie beide aus derselben Sicherung wieder her.`;

/** Why Castellan can't start, and what to do where the English text says so. */
export const startReasonsDe: StartReasonTexts = {
  ownAccess: ({ at, code, uid }) =>
    `Castellan${user(uid)} kann nicht auf ${at} zugreifen. Machen Sie den Benutzer, der Castellan ausführt, zum Eigentümer des Datenordners und seiner Dateien (${code}).`,
  chosenAccess: ({ at, code, uid }) =>
    `Castellan kann nicht auf ${at} zugreifen. Geben Sie dem Benutzer, der Castellan ausführt${user(uid)}, Zugriff darauf oder wählen Sie einen anderen Pfad (${code}).`,
  ownReadOnly: ({ at, code, uid }) =>
    `${at} ist schreibgeschützt. Binden Sie das Dateisystem zum Schreiben ein oder geben Sie dem Benutzer, der Castellan ausführt${user(uid)}, Schreibrechte (${code}).`,
  chosenReadOnly: ({ at, code }) =>
    `${at} ist für Castellan schreibgeschützt. Läuft Castellan als systemd-Unit, tragen Sie den Ordner unter ReadWritePaths ein; sonst binden Sie das Dateisystem zum Schreiben ein (${code}).`,
  full: ({ at, code }) => `Der Datenträger mit ${at} ist voll. Schaffen Sie Speicherplatz (${code}).`,
  io: ({ at, code }) =>
    `Der Datenträger konnte ${at} nicht lesen oder schreiben. Prüfen Sie den Datenträger; die Datei selbst kann unversehrt sein (${code}).`,
  openFiles: ({ at, code }) =>
    `Castellan kann ${at} nicht öffnen: Offenbar hat es so viele Dateien geöffnet, wie seine Grenze erlaubt. Erhöhen Sie die Grenze: LimitNOFILE in der systemd-Unit oder ulimit -n (${code}).`,
  systemOpenFiles: ({ at, code }) =>
    `Auf dem Rechner sind zu viele Dateien geöffnet, deshalb kann Castellan ${at} nicht öffnen. Beenden Sie ein Programm oder erhöhen Sie die Grenze des Systems (${code}).`,
  memory: ({ at, code }) =>
    `Für ${at} reicht der Arbeitsspeicher nicht. Beenden Sie ein Programm oder erweitern Sie den Speicher (${code}).`,
  missing: ({ at, code }) => `${at} gibt es nicht. Legen Sie es an oder korrigieren Sie den Pfad (${code}).`,
  notBelowFolder: ({ at, code }) =>
    `${at} ist kein Ordner oder liegt unter etwas, das keiner ist. Korrigieren Sie den Pfad (${code}).`,
  exists: ({ at, code }) =>
    `${at} gibt es schon, und es ist nicht das, was Castellan dort braucht. Verschieben Sie es oder wählen Sie einen anderen Pfad (${code}).`,
  isFolder: ({ at, code }) => `${at} ist ein Ordner, keine Datei. Korrigieren Sie den Pfad (${code}).`,
  endlessLinks: ({ at, code }) =>
    `${at} führt über symbolische Links, die nie enden. Korrigieren Sie die Links (${code}).`,
  longPath: ({ at, code }) => `Der Pfad ${at} ist zu lang. Wählen Sie einen kürzeren (${code}).`,

  portInUse: ({ host, port }) =>
    `Ein anderes Programm verwendet den Port ${port} auf ${host}. Beenden Sie es oder wählen Sie mit --port einen anderen Port.`,
  portNotAllowed: ({ host, port }) =>
    `Der Port ${port} auf ${host} erfordert mehr Rechte. Wählen Sie mit --port einen Port über 1023.`,
  hostElsewhere: ({ host }) => `${host} ist keine Adresse dieses Rechners. Wählen Sie mit --host eine andere.`,
  portOpenFiles: ({ host, port }) =>
    `Castellan hat so viele Dateien geöffnet, wie seine Grenze erlaubt, und kann ${host}:${port} nicht öffnen. Erhöhen Sie die Grenze: LimitNOFILE in der systemd-Unit oder ulimit -n.`,
  cannotListen: ({ host, port, problem }) => `${host}:${port} konnte nicht geöffnet werden: ${problem}`,

  unfinishedRestore: ({ folder }) =>
    `Eine Wiederherstellung nach ${folder} wurde nicht abgeschlossen. Führen Sie castellan restore noch einmal aus.`,
  otherOwner: ({ path, uid }) =>
    `${path} gehört einem anderen Benutzer (uid ${uid}). Führen Sie Castellan als dieser Benutzer aus oder wählen Sie einen anderen Datenordner.`,
  noFolder: ({ folder }) => `Der Datenordner ${folder} ist kein Ordner.`,
  openFolder: ({ folder }) =>
    `Andere Benutzer haben Zugriff auf den Datenordner ${folder}, und er enthält andere Dateien. Führen Sie zuerst chmod 700 dafür aus.`,
  brokenLink: ({ path }) => `${path} ist ein symbolischer Link, der ins Leere führt.`,
  link: ({ path }) => `${path} ist ein symbolischer Link. Das ist hier nicht erlaubt.`,
  notAFile: ({ path }) => `${path} ist keine Datei.`,
  openFile: ({ path }) => `Andere Benutzer können ${path} lesen. Führen Sie chmod 600 dafür aus.`,

  running: ({ folder }) => `Castellan läuft bereits mit dem Datenordner ${folder}.`,
  damaged: ({ file, problem }) => `${file} ist beschädigt: ${problem}.`,
  unreadable: ({ place, problem }) => `${place} konnte nicht gelesen werden: ${problem}`,
  newer: ({ place, migration }) =>
    `Eine neuere Version von Castellan hat ${place} geschrieben (Migration ${migration}).`,
  beforeFirstRelease: ({ place }) =>
    `${place} stammt aus der Zeit vor Castellan 0.1.0 und kann nicht aktualisiert werden. Verwenden Sie weiter die Version, die es geschrieben hat, oder beginnen Sie mit einem leeren Datenordner. Es wurde nichts geändert.`,
  migrationFailed: ({ migration }) => `Die Datenbank konnte nicht umgestellt werden (${migration}).`,

  keysMissing: ({ keys, database }) =>
    `${keys} fehlt. Stellen Sie die Datei aus derselben Sicherung wie ${database} wieder her.`,
  keysOfAnother: ({ keys, database }) =>
    `${keys} gehört nicht zu ${database}. Stellen Sie beide aus derselben Sicherung wieder her.`,
  keysAlone: (found) =>
    `${keysAlone(found)} Um stattdessen neu zu beginnen, verschieben Sie ${found.keys} an einen anderen Ort.`,
  keysAloneAfterUse: (found) =>
    `${keysAlone(found)} Laut ${found.auditHeads} gab es schon eine. Um stattdessen neu zu beginnen, verschieben Sie beide Dateien an einen anderen Ort.`,
  keysAloneTooLate: (found) =>
    `${keysAlone(found)} Um stattdessen neu zu beginnen, führen Sie castellan keys generate aus: Mit den Schlüsseln in ${found.keys} war das bis ${shownMinute(found.until)} möglich.`,
  keyRetired: ({ keys, database, kid }) =>
    `${keys} enthält den Schlüssel ${kid} nicht mehr, mit dem ${database} versiegelt wurde: Er wurde später ausgemustert. Stellen Sie beide aus derselben Sicherung wieder her.`,
  damagedFile: ({ path }) => `${path} ist beschädigt.`,

  setting: ({ from, value, problem }) => `${from}: ${value ?? 'Der Wert'} ist ungültig (${problem}).`,
  busyDatabase: ({ problem }) => `Die Datenbank kann im Moment nicht verwendet werden: ${problem}`,
  network: ({ problem }) => `Die Netzwerkverbindung ist fehlgeschlagen: ${problem}`,
  unexpected: ({ problem }) => `Etwas Unerwartetes ist fehlgeschlagen: ${problem}`,

  countriesMissing: ({ path }) => `--country-database ${path}: Diese Datei gibt es nicht`,
  countriesUnreadable: ({ path, code }) => `--country-database ${path}: Die Datei kann nicht gelesen werden (${code})`,
  countriesBroken: ({ path }) => `--country-database ${path}: Das ist keine vollständige Datei im Format MaxMind DB`,
  countriesOther: ({ path, type }) => `--country-database ${path}: Die Datei enthält keine Länder (${type})`,
  configUnreadable: ({ path, problem }) => `Die Konfigurationsdatei ${path} konnte nicht gelesen werden: ${problem}`,
  configWithoutSettings: ({ path }) =>
    `Die Konfigurationsdatei ${path} muss ein JSON-Objekt mit Einstellungen enthalten.`,
  unknownSetting: ({ setting, path }) => `${path} enthält eine unbekannte Einstellung: ${setting}.`,
  secretTwice: ({ variable }) => `Setzen Sie entweder ${variable} oder ${variable}_FILE.`,
  backupsNeedPassphrase: () =>
    'Sicherungen mit --backup-dir brauchen eine Passphrase für die Schlüssel: Setzen Sie CASTELLAN_BACKUP_PASSPHRASE oder CASTELLAN_BACKUP_PASSPHRASE_FILE. Oder lassen Sie die Schlüssel mit --backup-without-keys on weg und bewahren Sie keys.json an einem anderen Ort auf.',
  noCertificate: ({ file }) => `${file} enthält kein PEM-Zertifikat.`,
  desktopOnSocket: () =>
    'Die Desktop-App kann keinen Unix-Socket verwenden. Entfernen Sie --listen oder führen Sie castellan serve aus.',
  keyTooShort: ({ kid, bits }) => `Der Schlüssel ${kid} ist kürzer als ${bits} Bit.`,
  noKey: () => 'Die Schlüsseldatei enthält keinen Schlüssel.',
  setUpElsewhere: () =>
    'Eine andere Instanz hat diese Datenbank gerade eingerichtet. Kopieren Sie deren keys.json hierher und starten Sie Castellan noch einmal.',

  urlMalformed: () => 'Die URL der Datenbank muss so aussehen: postgres://BENUTZER:PASSWORT@HOST:5432/DATENBANK',
  urlNames: () => 'Die URL der Datenbank muss einen Host und eine Datenbank nennen.',
  urlPorts: () => 'Die URL der Datenbank muss einen Port nennen oder so viele Ports wie Hosts.',
  urlPort: ({ port }) => `Die URL der Datenbank hat einen falschen Port: ${port}.`,
  urlParameter: ({ parameter, known }) =>
    `Die URL der Datenbank hat einen unbekannten Parameter: ${parameter}. Erlaubt sind ${known}.`,
  urlSslMode: ({ modes }) => `Als sslmode sind in der URL der Datenbank nur erlaubt: ${modes}.`,
  urlCertificate: ({ path, problem }) =>
    `Die Datei ${path} aus der URL der Datenbank (sslrootcert) konnte nicht gelesen werden: ${problem}`,
  urlReplica: () =>
    'Castellan kann kein Replikat verwenden. In der URL der Datenbank muss target_session_attrs deshalb primary, read-write oder any sein.',

  databaseTooOld: ({ place }) => `${place}: Der Server ist älter als PostgreSQL 14.`,
  databaseWithoutSchema: ({ place }) => `${place}: Es gibt kein Schema, das der Benutzer verwenden darf.`,
  databaseCollation: ({ place, encoding, collation }) =>
    `${place}: Die Kodierung ist ${encoding} und die Sortierung ${collation}. Legen Sie eine passende Datenbank an: createdb --template template0 --encoding UTF8 --locale C NAME`,
  databaseSignIn: ({ place, problem }) => `${place}: Der Server nimmt Benutzer oder Passwort nicht an: ${problem}`,
  databaseMissing: ({ place }) => `${place}: Diese Datenbank gibt es nicht.`,
  databaseRights: ({ place, problem }) => `${place}: Dem Benutzer fehlen Rechte: ${problem}`,
  databaseTls: ({ place, problem }) => `${place}: Es kommt keine sichere Verbindung zustande: ${problem}`,
  databaseFull: ({ place, problem }) => `${place}: Der Datenträger des Servers ist voll: ${problem}`,
  databaseWithoutPrimary: ({ place, problem }) => `${place}: Kein Server nimmt Änderungen an: ${problem}`,
  databaseReadOnly: ({ place, problem }) => `${place}: Der Server nimmt keine Änderungen an: ${problem}`,
  databaseUnreachable: ({ place, problem }) => `${place}: Der Server ist nicht erreichbar: ${problem}`,
  databaseOfAnother: ({ place }) =>
    `${place}: Die Datenbank enthält Tabellen eines anderen Programms. Verwenden Sie eine eigene. Es wurde nichts geändert.`,
  databasePooler: ({ place }) =>
    `${place}: Davor liegt ein Pooler, der Verbindungen zwischen Transaktionen teilt. Stellen Sie ihn auf Sitzungen um (pool_mode = session in PgBouncer) oder verbinden Sie Castellan direkt mit dem Server.`,
  databaseMigration: ({ place, migration }) => `${place}: Die Datenbank konnte nicht umgestellt werden (${migration}).`,
  olderInstances: ({ place }) =>
    `${place}: Instanzen, die zu alt für diese Version sind, verwenden die Datenbank. Bringen Sie sie zuerst auf die Version vor dieser oder beenden Sie sie.`,
};
