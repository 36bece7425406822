import type { SettingName } from '../config.ts';

/** What a command receives from the command line. */
export interface Arguments {
  flags: Partial<Record<SettingName, string>>;
  configFile: string | undefined;
  /** Options without a value that were given. */
  switches: ReadonlySet<string>;
}

/** A command of the CLI. */
export interface Command {
  summary: string;
  /** Options without a value, with their help. */
  switches?: Readonly<Record<string, string>>;
  /** Resolves with the exit code, or with undefined if the program keeps running. */
  run: (given: Arguments) => Promise<number | undefined>;
}
