import { resolve } from 'node:path';
import { readConfig } from '../config/config.ts';
import { duration } from '../config/setting-schemas.ts';
import { systemClock } from '../platform/clock.ts';
import { createDataFolder, type DataFolder, dataFolder } from '../platform/data-folder.ts';
import { createPrivateFile } from '../platform/private-file.ts';
import { StartError } from '../platform/start-error.ts';
import { explainStorageErrors, fileBytes } from '../platform/storage-error.ts';
import { keyFileText, longestWaitMs, newKeyFile } from '../security/keys.ts';
import { type Arguments, type Command, jsonSwitch } from './command.ts';
import { printLine } from './print.ts';

const defaultWait = '24h';

const refused = (message: string): StartError => new StartError(message, { kind: 'refused' });

const waitOf = (text: string): number => {
  const { data, error } = duration.safeParse(text);
  if (data !== undefined && data <= longestWaitMs) return data;
  throw new StartError(`--valid-for: ${error?.issues[0]?.message ?? 'must be at most 30d'}`);
};

/** Writes a new file. @throws StartError if there is one already, or if it can't be written */
const createFile = (path: string, text: string): Promise<void> =>
  explainStorageErrors(path, async () => {
    try {
      await createPrivateFile(path, text);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      if (code === 'EEXIST') throw refused(`${path} exists, and was not changed`);
      if (code === 'ENOENT' || code === 'ENOTDIR') throw refused(`Can't create ${path}: its folder doesn't exist`);
      throw cause;
    }
  });

/** Where a start looks for the keys. @throws StartError if there is a database, which needs the keys that it has */
const prepareOwnFolder = async (folder: DataFolder): Promise<string> => {
  await createDataFolder(folder);
  if ((await fileBytes(folder.database)) > 0) {
    throw refused(`${folder.database} exists. It needs the keys that it was created with`);
  }
  return folder.keys;
};

/** DECISION 0057: creates the keys of an installation before the installation, for a secret store or an image. */
const generate = async (given: Arguments): Promise<number> => {
  process.umask(0o077);
  const [target] = given.operands;
  const content = newKeyFile(systemClock.now(), waitOf(given.options['valid-for'] ?? defaultWait));
  const text = keyFileText(content);
  if (target === '-') {
    process.stdout.write(text);
    return 0;
  }
  const folder = dataFolder(readConfig(given.flags, given.environment, given.configFile).dataDir);
  const named = resolve(target ?? folder.keys);
  const file = named === folder.keys ? await prepareOwnFolder(folder) : named;
  await createFile(file, text);
  const until = content.creates_installation_until;
  if (given.switches.has('json')) {
    await printLine(JSON.stringify({ file, key_id: content.keys[0]?.kid, creates_installation_until: until }));
    return 0;
  }
  await printLine(
    `Wrote ${file}. A start with these keys and an empty database creates an installation until ${until}`,
  );
  return 0;
};

export const keysGenerateCommand: Command = {
  summary: 'Create the keys of a new installation, before its first start',
  operands: ['[FILE]'],
  options: {
    'valid-for': {
      value: 'DURATION',
      help: `How long the keys may wait for the first start: minutes, hours or days, at most 30d; default: ${defaultWait}`,
    },
  },
  switches: jsonSwitch,
  run: generate,
};
