import { resolve } from 'node:path';
import { second } from '#shared/rules/limits.ts';
import { type Moved, moveToDatabaseServer, moveToFolder } from '../backup/move-installation.ts';
import { type Config, readConfig } from '../config/config.ts';
import type { DatabaseServer } from '../config/database-server.ts';
import { systemClock } from '../platform/clock.ts';
import { assertOwner, type DataFolder, dataFolder } from '../platform/data-folder.ts';
import { StartError } from '../platform/start-error.ts';
import { explainStorageErrors } from '../platform/storage-error.ts';
import { type Arguments, type Command, jsonSwitch } from './command.ts';
import { printLine } from './print.ts';

/** Stands for the setting, so that a password needn't be on the command line. */
const fromSettings = 'database-url';

type Place = { folder: DataFolder } | { databaseServer: DatabaseServer };

const placeOf = (config: Config, option: string, text: string | undefined): Place => {
  if (text === undefined) throw new StartError(`castellan move needs --${option}: a data folder, or ${fromSettings}`);
  if (text !== fromSettings) return { folder: dataFolder(resolve(text)) };
  const { databaseServer } = config;
  if (databaseServer) return { databaseServer };
  throw new StartError(`--${option} ${fromSettings} needs the URL of the database: set CASTELLAN_DATABASE_URL`);
};

const progressMs = 2 * second;

/** Tells on stderr every two seconds how far a long move has come. */
const createProgress = () => {
  let shownAt = systemClock.now();
  return (text: string): void => {
    if (systemClock.now() - shownAt < progressMs) return;
    shownAt = systemClock.now();
    process.stderr.write(`...   ${text}\n`);
  };
};

const perform = async (config: Config, from: Place, to: Place): Promise<Moved> => {
  // Before the server is asked for anything.
  for (const place of [from, to]) {
    if ('folder' in place) await explainStorageErrors(place.folder.path, () => assertOwner(place.folder));
  }
  const options = { now: systemClock.now(), progress: createProgress() };
  if ('folder' in from && 'databaseServer' in to) {
    const { folder } = from;
    return explainStorageErrors(folder.path, () => moveToDatabaseServer(folder, to.databaseServer, options));
  }
  if ('databaseServer' in from && 'folder' in to) {
    const { folder } = to;
    return explainStorageErrors(folder.path, () =>
      moveToFolder(dataFolder(config.dataDir), from.databaseServer, folder, options),
    );
  }
  throw new StartError(`castellan move needs a data folder on one side, and ${fromSettings} on the other`);
};

const move = async (given: Arguments): Promise<number> => {
  process.umask(0o077);
  const config = readConfig(given.flags, given.environment, given.configFile);
  const { from, to } = given.options;
  const moved = await perform(config, placeOf(config, 'from', from), placeOf(config, 'to', to));
  if (given.switches.has('json')) {
    await printLine(JSON.stringify(moved));
    return 0;
  }
  const { rows, tables, audit_logs } = moved;
  await printLine(`Moved ${rows} rows of ${tables} tables, and verified them and ${audit_logs} audit logs`);
  await printLine('The source was not changed. Keep it until the moved installation works, and start only one of them');
  return 0;
};

export const moveCommand: Command = {
  summary: 'Copy an installation from a data folder to a PostgreSQL database, or back',
  options: {
    from: { value: 'PLACE', help: `A data folder, or ${fromSettings} for the database of that setting` },
    to: { value: 'PLACE', help: `The same. A folder must be empty; it gets the keys of --data-dir` },
  },
  switches: jsonSwitch,
  run: move,
};
