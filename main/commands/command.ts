import type { SettingName } from '../config.ts';

/** What a command receives from the command line. */
export interface Arguments {
  flags: Partial<Record<SettingName, string>>;
  configFile: string | undefined;
  /** Only `serve` takes it (DECISION 0090). */
  testClock?: boolean;
}

/** A command of the CLI. */
export interface Command {
  summary: string;
  /** Resolves with the exit code, or with undefined if the program keeps running. */
  run: (given: Arguments) => Promise<number | undefined>;
}
