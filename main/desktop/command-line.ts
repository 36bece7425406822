import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { type Config, readConfig } from '../config/config.ts';
import { type SettingName, settingNames } from '../config/settings.ts';
import { StartError } from '../platform/start-error.ts';
import { appImageOf } from './app-image.ts';
import { type AppLink, linkOfArguments } from './links.logic.ts';
import { policyFile } from './remotes/policy.logic.ts';

/** The parsed command line of the app, and what it takes from the variables. */
export interface CommandLine {
  /** @throws StartError for an invalid setting. */
  config: () => Config;
  /** The `castellan://` link that started the app. */
  link: AppLink | undefined;
  /** Started at login: don't show a window yet. */
  hidden: boolean;
  /** The settings that this start was given, as options for the next one, which starts somewhere else. */
  keptOptions: readonly string[];
  /** The AppImage that the app runs from. */
  appImage: string | undefined;
  /** The file that starts the app. */
  program: string;
  /** Where the console's files come from during development. */
  developmentServer: string | undefined;
  /** The policy of this computer. */
  policyFile: string;
  /** Where to look for updates, not validated. */
  updateFeed: string | undefined;
}

/** Parses the arguments after the program. Ignores those that Electron, Chromium and test tools add. */
export const readCommandLine = (
  argv: readonly string[],
  environment: Record<string, string | undefined>,
): CommandLine => {
  const options = Object.fromEntries(
    [...settingNames, 'config'].map((name) => [name, { type: 'string', multiple: false }] as const),
  );
  const { values } = parseArgs({ args: [...argv], options, strict: false, allowPositionals: true });
  const text = (name: string): string | undefined => (typeof values[name] === 'string' ? values[name] : undefined);
  const flags: Partial<Record<SettingName, string>> = {};
  for (const name of settingNames) {
    const value = text(name);
    if (value !== undefined) flags[name] = value;
  }
  const dataDir = text('data-dir') ?? (environment.CASTELLAN_DATA_DIR || undefined);
  const configFile = text('config') ?? (environment.CASTELLAN_CONFIG || undefined);
  const keptOptions = [
    ...Object.entries({ ...flags, ...(dataDir !== undefined && { 'data-dir': resolve(dataDir) }) }),
    ...(configFile === undefined ? [] : [['config', resolve(configFile)] as const]),
  ].map(([name, value]) => `--${name}=${value}`);
  const appImage = appImageOf(environment, process.execPath);
  return {
    keptOptions,
    config: () => readConfig(flags, environment, configFile),
    link: linkOfArguments(argv),
    hidden: argv.includes('--hidden'),
    appImage,
    // An AppImage runs from a temporary mount.
    program: appImage ?? process.execPath,
    developmentServer: environment.ELECTRON_RENDERER_URL,
    policyFile: policyFile(process.platform, environment),
    updateFeed: environment.CASTELLAN_UPDATE_FEED,
  };
};

/** The settings, or undefined if they are invalid. */
export const tryConfig = ({ config }: CommandLine): Config | undefined => {
  try {
    return config();
  } catch (error) {
    if (error instanceof StartError) return undefined;
    throw error;
  }
};
