import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { app } from 'electron';
import type { Logger } from '../platform/logger.ts';

const patienceMs = 5_000;

/** Asks the message bus of the session; `dbus-send` comes with it. */
const question = [
  '--session',
  '--print-reply=literal',
  '--dest=org.a11y.Bus',
  '/org/a11y/bus',
  'org.freedesktop.DBus.Properties.Get',
  'string:org.a11y.Status',
  'string:IsEnabled',
];

/** Whether this session has a screen reader or another assistive program, as Chromium decides it at its start. */
const hasAssistiveProgram = async (environment: NodeJS.ProcessEnv): Promise<boolean> => {
  if (environment.ACCESSIBILITY_ENABLED === '1' || environment.GNOME_ACCESSIBILITY === '1') return true;
  const { stdout } = await promisify(execFile)('dbus-send', question, { env: environment, timeout: patienceMs });
  return /\btrue\b/.test(stdout);
};

/**
 * On Linux, Chromium tells assistive programs about the window, but not what is in it, unless the app asks for that. Call
 * it once the app is ready.
 */
export const supportScreenReaders = async (environment: NodeJS.ProcessEnv, log: Logger): Promise<void> => {
  if (process.platform !== 'linux') return;
  try {
    if (await hasAssistiveProgram(environment)) app.setAccessibilitySupportEnabled(true);
  } catch (error) {
    // Most computers without a desktop, and some with one, have no such bus.
    log.debug({ err: error }, 'failed to ask for assistive programs');
  }
};
