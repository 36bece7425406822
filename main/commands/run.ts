import { parseArgs } from 'node:util';
import { exitCodes, StartError } from '../platform/start-error.ts';
import { version } from '../platform/version.ts';
import { settingNames, settings, variableOf } from '../settings.ts';
import { openApiDocument } from '../transport/http/openapi.ts';
import { acceptAuditLog } from './accept-audit-log.ts';
import { backup, backupOptions, backupSwitches } from './backup.ts';
import { backupVerify, verifyOptions } from './backup-verify.ts';
import { type Command, jsonSwitch } from './command.ts';
import { doctor } from './doctor.ts';
import { installationCommands } from './installation-commands.ts';
import { moveCommand } from './move.ts';
import { operatorCommands } from './operator-commands.ts';
import { ownerCommands } from './owner-create.ts';
import { restore, restoreOptions, restoreSwitches } from './restore.ts';
import { serve } from './serve.ts';
import { start } from './start.ts';
import { userCommands } from './user.ts';
import { userImportCommands } from './user-import.ts';

/** Prints the OpenAPI document without opening or starting anything. */
const openapi = async (): Promise<number> => {
  process.stdout.write(`${JSON.stringify(openApiDocument(), null, 2)}\n`);
  return 0;
};

const commands: Record<string, Command> = {
  start: { summary: 'Open the desktop app, or run headless if no window can open', run: start },
  serve: {
    summary: 'Run headless and serve the console to browsers',
    switches: { 'test-clock': 'For tests: lets programs on this computer move the time' },
    run: serve,
  },
  doctor: {
    summary: 'Check the data folder, disk, keys, database, port, proxies, mail server and clock',
    switches: { thorough: 'Check every page of the database and every audit log, which takes minutes on a large one' },
    run: doctor,
  },
  ...ownerCommands,
  ...installationCommands,
  ...userCommands,
  ...userImportCommands,
  ...operatorCommands,
  backup: {
    summary: 'Write a backup to one file, even while Castellan is running',
    operands: ['FILE'],
    options: backupOptions,
    switches: backupSwitches,
    run: backup,
  },
  'backup verify': {
    summary: 'Check a backup: signature, checksums, database, row counts, audit logs and keys',
    operands: ['FILE'],
    options: verifyOptions,
    switches: jsonSwitch,
    run: backupVerify,
  },
  restore: {
    summary: 'Restore a backup into an empty data folder',
    operands: ['FILE'],
    options: restoreOptions,
    switches: restoreSwitches,
    run: restore,
  },
  move: moveCommand,
  'accept-audit-log': {
    summary: 'Accept audit logs that do not match audit-heads.json, once you know why',
    run: acceptAuditLog,
  },
  openapi: { summary: 'Print the OpenAPI document', run: openapi },
};

const usage = (names = Object.keys(commands)): string =>
  [
    'Usage: castellan <command> [options]',
    '',
    'Commands:',
    ...names.map((name) => `  ${name.padEnd(28)}${commands[name]?.summary}`),
    '',
    'Run castellan <command> --help to see its options, and castellan --version to see the version.',
    '',
  ].join('\n');

const help = (name: string, { summary, operands = [], options = {}, switches = {} }: Command): string =>
  [
    `Usage: castellan ${[name, ...operands].join(' ')} [options]`,
    '',
    summary,
    '',
    ...Object.entries(options).flatMap(([option, { value, help: text }]) => [
      `  --${option} ${value}`,
      `      ${text}`,
      '',
    ]),
    ...Object.entries(switches).flatMap(([option, text]) => [`  --${option}`, `      ${text}`, '']),
    'Options (flags override environment variables, which override the configuration file):',
    '  --config FILE',
    '      JSON file of settings, named like the flags (CASTELLAN_CONFIG)',
    ...(name === 'serve'
      ? [
          '  --test-clock',
          '      For tests only: offer POST /test/clock. Requires a loopback host and a new data folder',
        ]
      : []),
    ...settingNames.flatMap((setting) => [
      `  --${setting} VALUE`,
      `      ${settings[setting].help} (${variableOf(setting)}; default: ${settings[setting].fallback || 'none'})`,
    ]),
    '',
  ].join('\n');

const optionTypes = ({ options = {}, switches = {} }: Command) => ({
  help: { type: 'boolean', short: 'h' } as const,
  config: { type: 'string' } as const,
  ...Object.fromEntries(settingNames.map((name) => [name, { type: 'string' } as const])),
  ...Object.fromEntries(Object.keys(options).map((name) => [name, { type: 'string' } as const])),
  ...Object.fromEntries(Object.keys(switches).map((name) => [name, { type: 'boolean' } as const])),
});

/**
 * Runs the command that the arguments name. @returns its exit code, or undefined if the program keeps running.
 * @throws StartError for an unknown command or option, or if the command fails.
 */
const runCommand = async (argv: readonly string[]): Promise<number | undefined> => {
  const [first = 'help', second = ''] = argv;
  const name = Object.hasOwn(commands, `${first} ${second}`) ? `${first} ${second}` : first;
  if (['help', '--help', '-h'].includes(name)) {
    process.stdout.write(usage());
    return 0;
  }
  if (['version', '--version', '-V'].includes(name)) {
    process.stdout.write(`castellan ${version}\n`);
    return 0;
  }
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  const group = Object.keys(commands).filter((known) => known.startsWith(`${first} `));
  if (!command && group.length > 0) {
    if (!['', '--help', '-h'].includes(second)) {
      throw new StartError(`Unknown command ${first} ${second}. Run castellan ${first} --help to see all`);
    }
    process.stdout.write(usage(group));
    return 0;
  }
  if (!command) throw new StartError(`Unknown command ${name}. Run castellan --help to see all commands`);
  let values: Record<string, string | boolean | undefined>;
  let operands: string[];
  try {
    const args = argv.slice(name.split(' ').length);
    const allowPositionals = command.operands !== undefined;
    ({ values, positionals: operands } = parseArgs({ args, options: optionTypes(command), allowPositionals }));
  } catch (cause) {
    throw new StartError((cause as Error).message.split('\n')[0] ?? '', { cause });
  }
  if (values.help === true) {
    process.stdout.write(help(name, command));
    return 0;
  }
  const wanted = command.operands ?? [];
  if (operands.length !== wanted.length) throw new StartError(`Usage: castellan ${[name, ...wanted].join(' ')}`);
  const flags = Object.fromEntries(
    settingNames.flatMap((setting) => (typeof values[setting] === 'string' ? [[setting, values[setting]]] : [])),
  );
  const configFile = typeof values.config === 'string' ? values.config : process.env.CASTELLAN_CONFIG || undefined;
  const options = Object.fromEntries(
    Object.keys(command.options ?? {}).flatMap((option) =>
      typeof values[option] === 'string' ? [[option, values[option]]] : [],
    ),
  );
  const switches = new Set(Object.keys(command.switches ?? {}).filter((option) => values[option] === true));
  return command.run({ flags, configFile, options, switches, operands });
};

/** The CLI entry point: sets the exit code, and prints one line saying why a command failed. */
export const run = async (argv: readonly string[]): Promise<void> => {
  try {
    const code = await runCommand(argv);
    if (code !== undefined) process.exitCode = code;
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    process.stderr.write(`castellan: ${error.message}\n`);
    process.exitCode = exitCodes[error.kind];
  }
};
