import type { SettingName } from '../config/settings.ts';

/** What a command receives from the command line. */
export interface Arguments {
  flags: Partial<Record<SettingName, string>>;
  configFile: string | undefined;
  /** The variables that the program was started with. */
  environment: Readonly<NodeJS.ProcessEnv>;
  /** Values of the command's own options. */
  options: Readonly<Partial<Record<string, string>>>;
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
  /** Resolves with the exit code, or with undefined if the program keeps running. */
  run: (given: Arguments) => Promise<number | undefined>;
}
