import { settingNames } from '../config/settings.ts';
import { StartError } from '../platform/start-error.ts';
import type { Command } from './command.ts';
import { bash, fish, zsh } from './completion-scripts.ts';
import { flagsOf, operationIds } from './remote/fields.ts';

const flag = (name: string): string => `--${name}`;

const flagsOfCommand = ({ options = {}, switches = {}, worksWith }: Command): string[] =>
  [
    ...Object.keys(options),
    ...Object.keys(switches),
    ...(worksWith === undefined ? ['config', ...settingNames] : []),
    'help',
  ].map(flag);

/** What may follow the words before it, by those words. */
const completions = (commands: Readonly<Record<string, Command>>): ReadonlyMap<string, readonly string[]> => {
  const found = new Map<string, Set<string>>();
  const add = (words: string, next: readonly string[]): void => {
    found.set(words, new Set([...(found.get(words) ?? []), ...next]));
  };
  for (const [name, command] of Object.entries(commands)) {
    const [first = '', second] = name.split(' ');
    add('', [first]);
    if (second !== undefined) add(first, [second]);
    add(name, flagsOfCommand(command));
  }
  add('', ['--url', '--help', '--version']);
  add('api', operationIds);
  add('api help', operationIds);
  add('completion', Object.keys(shells));
  for (const id of operationIds) {
    add(`api ${id}`, [...flagsOfCommand(commands.api as Command), ...Object.keys(flagsOf(id)).map(flag)]);
  }
  return new Map([...found].map(([words, next]) => [words, [...next]]));
};

const shells = { bash, zsh, fish };

/** Prints what a shell needs to complete this program's words. It is made from the commands, so it needs no list of its own. */
export const completionCommand = (commands: () => Readonly<Record<string, Command>>): Command => ({
  summary: 'Print a script that completes commands: bash, zsh or fish',
  operands: ['SHELL'],
  worksWith: 'nothing',
  async run({ operands: [shell = ''] }) {
    const script = Object.hasOwn(shells, shell) ? shells[shell as keyof typeof shells] : undefined;
    if (!script) throw new StartError(`SHELL: Must be one of: ${Object.keys(shells).join(', ')}`);
    process.stdout.write(script(completions(commands())));
    return 0;
  },
});
