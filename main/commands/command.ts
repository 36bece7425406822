import type { SettingName } from '../config.ts';

/** What a command receives from the command line. */
export interface Arguments {
  flags: Partial<Record<SettingName, string>>;
  configFile: string | undefined;
  /** Values of the command's own options; '' for one without a value. */
  own: Readonly<Record<string, string>>;
}

/** An option that only one command has. */
export interface OwnOption {
  help: string;
  /** What stands for the value in the help. Absent for an option without a value. */
  value?: string;
}

/** A command of the CLI. */
export interface Command {
  summary: string;
  /** Options besides the settings. */
  options?: Readonly<Record<string, OwnOption>>;
  /** Resolves with the exit code, or with undefined if the program keeps running. */
  run: (given: Arguments) => Promise<number | undefined>;
}
