import type { SettingName } from '../config/settings.ts';

/** What a command receives from the command line. */
export interface Arguments {
  flags: Partial<Record<SettingName, string>>;
  configFile: string | undefined;
  /** Where the Castellan is that a remote command works with. */
  url: string | undefined;
  /** The variables that the program was started with. */
  environment: Readonly<NodeJS.ProcessEnv>;
  /** Values of the command's own options. */
  options: Readonly<Partial<Record<string, string>>>;
  /** Values of those of its options that may be given several times. */
  lists: Readonly<Record<string, readonly string[]>>;
  /** Options without a value that were given. */
  switches: ReadonlySet<string>;
  /** The words after the command, one for each of its operands that isn't left out. */
  operands: readonly string[];
}

/** An option with a value that only one command has. */
export interface Option {
  /** What stands for the value in the help. */
  value: string;
  help: string;
  /** Whether it may be given several times. */
  isList?: true;
}

/** For commands that print one result. */
export const jsonSwitch: Readonly<Record<string, string>> = { json: 'Print the result as a JSON object' };

/** A command of the CLI. */
export interface Command {
  summary: string;
  /** Names of the words after the command, such as FILE. One that may be left out, the last, is in brackets. */
  operands?: readonly string[];
  /** Options with a value, besides the settings. */
  options?: Readonly<Record<string, Option>>;
  /** Options without a value, with their help. */
  switches?: Readonly<Record<string, string>>;
  /** Options and help that depend on the first operand. */
  byOperand?: {
    options: (operand: string) => Readonly<Record<string, Option>>;
    help: (operand: string) => string | undefined;
  };
  /** `url`: it works with the Castellan that `--url` names. `nothing`: it works with none. By default, with the one of the settings. */
  worksWith?: 'url' | 'nothing';
  /** Resolves with the exit code, or with undefined if the program keeps running. */
  run: (given: Arguments) => Promise<number | undefined>;
}
