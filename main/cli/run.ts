import { parseArgs } from 'node:util';
import { settingNames, settings, variableOf } from '../config/settings.ts';
import { boundYoungHeap } from '../platform/heap.ts';
import { StartError } from '../platform/start-error.ts';
import { version } from '../platform/version.ts';
import type { Command, Option } from './command.ts';
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

const settingsHelp = (name: string): string[] => [
  'Options (flags override environment variables, which override the configuration file):',
  '  --config FILE',
  '      JSON file of settings, named like the flags (CASTELLAN_CONFIG)',
  ...(name === 'serve'
    ? ['  --test-clock', '      For tests only: offer POST /test/clock. Requires a loopback host and a new data folder']
    : []),
  ...settingNames.flatMap((setting) => [
    `  --${setting} VALUE`,
    `      ${settings[setting].help} (${variableOf(setting)}; default: ${settings[setting].fallback || 'none'})`,
  ]),
  '',
];

const urlHelp = [
  'Before the command:',
  '  --url URL',
  '      Address of the Castellan, with its base path if it has one (CASTELLAN_URL)',
  '',
];

const help = (name: string, { summary, operands = [], options = {}, switches = {}, worksWith }: Command): string =>
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
    ...(worksWith === undefined ? settingsHelp(name) : worksWith === 'url' ? urlHelp : []),
  ].join('\n');

const optionTypes = ({ switches = {}, worksWith }: Command, options: Readonly<Record<string, Option>>) => ({
  help: { type: 'boolean', short: 'h' } as const,
  ...(worksWith === undefined && {
    config: { type: 'string' } as const,
    ...Object.fromEntries(settingNames.map((name) => [name, { type: 'string' } as const])),
  }),
  ...Object.fromEntries(
    Object.entries(options).map(([name, { isList }]) => [name, { type: 'string', multiple: isList === true } as const]),
  ),
  ...Object.fromEntries(Object.keys(switches).map((name) => [name, { type: 'boolean' } as const])),
});

/** What is wrong with an option, from the message of `parseArgs`. */
const optionProblem = (name: string, message: string): string => {
  const unknown = /^Unknown option '([^']+)'/.exec(message)?.[1];
  if (unknown === '--url') return `--url goes in front of the command: castellan --url URL ${name}`;
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

/** Takes `--url URL` from the front. Behind an operation, it may be one of its fields. */
const withoutUrl = (words: readonly string[]): { url: string | undefined; argv: readonly string[] } => {
  const [first = '', second] = words;
  if (first.startsWith('--url=')) return { url: first.slice('--url='.length), argv: words.slice(1) };
  if (first !== '--url') return { url: undefined, argv: words };
  if (second === undefined) throw new StartError('--url needs a value. See castellan --help');
  return { url: second, argv: words.slice(2) };
};

/** Fields of the API are written as they are in the reference, too. */
const asFlag = (word: string): string => word.replace(/^--[a-z_]+(?==|$)/, (flag) => flag.replaceAll('_', '-'));

/**
 * Runs the command that the arguments name. @returns its exit code, or undefined if the program keeps running.
 * @throws StartError for an unknown command or option, or if the command fails.
 */
const runCommand = async (
  words: readonly string[],
  environment: Readonly<NodeJS.ProcessEnv>,
): Promise<number | undefined> => {
  const { url, argv } = withoutUrl(words);
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
  if (url !== undefined && command.worksWith !== 'url') throw new StartError(`castellan ${name} takes no --url`);
  const args = argv.slice(name.split(' ').length);
  const operand = args.find((word) => !word.startsWith('-'));
  const own = { ...command.options, ...(operand !== undefined && command.byOperand?.options(operand)) };
  let values: Record<string, string | boolean | (string | boolean)[] | undefined>;
  let operands: string[];
  try {
    ({ values, positionals: operands } = parseArgs({
      args: command.byOperand ? args.map(asFlag) : args,
      options: optionTypes(command, own),
      allowPositionals: true,
    }));
  } catch (cause) {
    const asked = command.byOperand && operand !== undefined ? `${name} ${operand}` : name;
    throw new StartError(optionProblem(asked, (cause as Error).message), { cause });
  }
  if (values.help === true) {
    process.stdout.write((operand !== undefined && command.byOperand?.help(operand)) || help(name, command));
    return 0;
  }
  assertOperands(name, command, operands);
  const flags = Object.fromEntries(
    settingNames.flatMap((setting) => (typeof values[setting] === 'string' ? [[setting, values[setting]]] : [])),
  );
  const configFile = typeof values.config === 'string' ? values.config : environment.CASTELLAN_CONFIG || undefined;
  const options = Object.fromEntries(
    Object.keys(own).flatMap((option) => (typeof values[option] === 'string' ? [[option, values[option]]] : [])),
  );
  const lists = Object.fromEntries(
    Object.entries(values).flatMap(([option, value]) => (Array.isArray(value) ? [[option, value.map(String)]] : [])),
  );
  const switches = new Set(Object.keys(command.switches ?? {}).filter((option) => values[option] === true));
  // The server does so once it is ready, and then for requests alone.
  if (name !== 'serve') boundYoungHeap();
  return command.run({ flags, configFile, url, environment, options, lists, switches, operands });
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
