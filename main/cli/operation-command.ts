import { lstat } from 'node:fs/promises';
import { createService, type Service } from '../app/compose.ts';
import { type Config, readConfig } from '../config/config.ts';
import { type DataFolder, dataFolder } from '../platform/data-folder.ts';
import { readServiceRecord } from '../platform/service-record.ts';
import { StartError } from '../platform/start-error.ts';
import { askService, connectToService } from '../service-commands/client.ts';
import { type CommandCall, noBody, parseCommandInput } from '../service-commands/operation.ts';
import {
  type InputOf,
  type OperationName,
  operations,
  type ResultOf,
  type RowOf,
} from '../service-commands/operations.ts';
import { runOperation } from '../service-commands/run-operation.ts';
import { assertSocketPath, commandSocket } from '../service-commands/socket-path.ts';
import type { Arguments, Command } from './command.ts';
import { createHeading, printLine, type Table, tableLine } from './print.ts';

/** A command that does something with the data of this server: what it takes, and how it prints what came of it. */
export interface OperationCommand<Name extends OperationName> extends Omit<Command, 'run'> {
  /** The operation's input, from the command line. */
  input: (given: Arguments) => InputOf<Name> | Promise<InputOf<Name>>;
  /** What goes to the operation besides its input. */
  body?: (given: Arguments) => AsyncIterable<Uint8Array>;
  /** How rows look without `--json`. */
  table?: Table<RowOf<Name>>;
  /** Lines about the result without `--json`. */
  lines?: (result: ResultOf<Name>) => string[];
  exitCode?: (result: ResultOf<Name>) => number;
  offline?: Offline;
}

/** @throws StartError if there is nothing to work on */
const assertUsedFolder = async ({ path, database, keys }: DataFolder, isOnDatabaseServer: boolean): Promise<void> => {
  const file = isOnDatabaseServer ? keys : database;
  await lstat(file).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') {
      const what = isOnDatabaseServer ? 'are no keys of the database' : 'is no Castellan database';
      throw new StartError(`There ${what} in ${path}. Name its folder with --data-dir`, { cause });
    }
    if (cause.code === 'EACCES') {
      throw new StartError(`${path} can't be accessed. Run this command as the user that Castellan runs as`, {
        cause,
        kind: 'permission',
      });
    }
    throw cause;
  });
};

interface OpenService {
  service: Service;
  /** What links to the console begin with, if that is only a guess. */
  guess: string | undefined;
}

/** Opens the data folder, without a server or workers. @throws StartError while another process uses it */
const openService = async ({ flags, environment, configFile }: Arguments, folder: DataFolder): Promise<OpenService> => {
  const config = readConfig({ 'log-level': 'warn', ...flags }, environment, configFile);
  try {
    const record = await readServiceRecord(folder);
    const service = await createService(config, { record });
    const guess = `http://${config.host.includes(':') ? `[${config.host}]` : config.host}:${config.port}`;
    service.announce(record?.address ?? guess);
    return { service, guess: record || config.publicUrl !== undefined ? undefined : guess };
  } catch (cause) {
    if (!(cause instanceof StartError) || cause.kind !== 'locked') throw cause;
    const path = commandSocket(folder);
    assertSocketPath(path);
    throw new StartError(`${cause.message}, but takes no commands on ${path}. Its log says why`, {
      cause,
      kind: 'locked',
    });
  }
};

/** What a command does if no service runs. */
interface Offline {
  /** Whether it may create a new data folder. */
  createsFolder?: boolean;
  /** Whether its result has links to the console. */
  printsLinks?: boolean;
  /** The rows of a command that needs no database. */
  withoutData?: (config: Config) => readonly unknown[];
}

/** Has the running service do the work, or does it here if none runs. */
export const perform = async (
  given: Arguments,
  name: OperationName,
  input: unknown,
  call: CommandCall<unknown>,
  offline: Offline = {},
): Promise<unknown> => {
  const config = readConfig(given.flags, given.environment, given.configFile);
  const folder = dataFolder(config.dataDir);
  const socket = await connectToService(folder);
  if (socket) return askService(socket, name, input, call);
  const { createsFolder = false, printsLinks = false, withoutData } = offline;
  if (withoutData) {
    process.stderr.write('castellan: No service runs on this folder, so these are the settings of this command\n');
    for (const row of withoutData(config)) await call.emit(row);
    return undefined;
  }
  if (!createsFolder) await assertUsedFolder(folder, config.databaseServer !== undefined);
  const { service, guess } = await openService(given, folder);
  try {
    const result = await runOperation(service.context, name, input, call);
    if (printsLinks && guess !== undefined) {
      process.stderr.write(
        `castellan: The address of the console isn't known until the service has run. The link begins with ${guess}; give --public-url for another\n`,
      );
    }
    return result;
  } finally {
    await service.stop();
  }
};

/** Turns an operation into a command with `--json`. */
export const operationCommand = <Name extends OperationName>(
  name: Name,
  {
    input,
    body = noBody,
    table,
    lines = () => [],
    exitCode = () => 0,
    offline = {},
    ...command
  }: OperationCommand<Name>,
): Command => ({
  ...command,
  switches: { ...command.switches, json: 'Print one JSON object per line' },
  async run(given) {
    process.umask(0o077);
    const asJson = given.switches.has('json');
    const raw = await input(given);
    // Checked before anything is opened.
    parseCommandInput(operations[name].input, raw, command.operands);
    const printHeading = createHeading(
      asJson || !table ? undefined : tableLine(table.map(({ title, width }) => ({ text: title, width }))),
    );
    const emit = async (row: unknown): Promise<void> => {
      if (asJson || !table) return printLine(JSON.stringify(row));
      await printHeading();
      // The same version of the program made the row: the channel refuses any other.
      return printLine(tableLine(table.map(({ text, width }) => ({ text: text(row as RowOf<Name>), width }))));
    };
    // Likewise.
    const result = (await perform(given, name, raw, { emit, body: body(given) }, offline)) as ResultOf<Name>;
    await printHeading();
    if (asJson && result != null) await printLine(JSON.stringify(result));
    if (!asJson) for (const line of lines(result)) await printLine(line);
    return exitCode(result);
  },
});
