import { parseArgs } from 'node:util';
import { settingNames, settings, variableOf } from '../config/settings.ts';
import { StartError } from '../platform/start-error.ts';
import { version } from '../platform/version.ts';
import type { Command } from './command.ts';
import { commands } from './commands.ts';
import { onUncaught, reportFailure } from './uncaught.ts';

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

/** What is wrong with an option, from the message of `parseArgs`. */
const optionProblem = (name: string, message: string): string => {
  const unknown = /^Unknown option '([^']+)'/.exec(message)?.[1];
  if (unknown !== undefined) return `Unknown option ${unknown}. See castellan ${name} --help`;
  const option = /--[\w-]+/.exec(message)?.[0];
  return /does not take an argument/.test(message) ? `${option} takes no value` : `${option} needs a value`;
};

/** @throws StartError if words after the command are missing, or if there are too many */
const assertOperands = (name: string, { operands = [] }: Command, given: readonly string[]): void => {
  const usage = `Usage: castellan ${[name, ...operands].join(' ')} [options]`;
  const missing = operands[given.length];
  if (missing !== undefined && !missing.startsWith('[')) throw new StartError(`${missing} is missing. ${usage}`);
  const unexpected = given[operands.length];
  if (unexpected !== undefined) throw new StartError(`Unexpected word "${unexpected}". ${usage}`);
};

/**
 * Runs the command that the arguments name. @returns its exit code, or undefined if the program keeps running.
 * @throws StartError for an unknown command or option, or if the command fails.
 */
const runCommand = async (
  argv: readonly string[],
  environment: Readonly<NodeJS.ProcessEnv>,
): Promise<number | undefined> => {
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
    ({ values, positionals: operands } = parseArgs({ args, options: optionTypes(command), allowPositionals: true }));
  } catch (cause) {
    throw new StartError(optionProblem(name, (cause as Error).message), { cause });
  }
  if (values.help === true) {
    process.stdout.write(help(name, command));
    return 0;
  }
  assertOperands(name, command, operands);
  const flags = Object.fromEntries(
    settingNames.flatMap((setting) => (typeof values[setting] === 'string' ? [[setting, values[setting]]] : [])),
  );
  const configFile = typeof values.config === 'string' ? values.config : environment.CASTELLAN_CONFIG || undefined;
  const options = Object.fromEntries(
    Object.keys(command.options ?? {}).flatMap((option) =>
      typeof values[option] === 'string' ? [[option, values[option]]] : [],
    ),
  );
  const switches = new Set(Object.keys(command.switches ?? {}).filter((option) => values[option] === true));
  return command.run({ flags, configFile, environment, options, switches, operands });
};

/** The CLI entry point: sets the exit code, and prints one line saying why a command failed. */
export const run = async (argv: readonly string[], environment: Readonly<NodeJS.ProcessEnv>): Promise<void> => {
  onUncaught(async (error) => {
    // Whoever read the output, such as `head`, has seen enough.
    if ((error as NodeJS.ErrnoException).code !== 'EPIPE') await reportFailure(error);
    process.exit();
  });
  try {
    const code = await runCommand(argv, environment);
    if (code !== undefined) process.exitCode = code;
  } catch (error) {
    await reportFailure(error);
  }
};
