import type { App } from '../app/app.ts';
import type { Config } from '../config/config.ts';
import { explainError } from '../platform/explain-error.ts';
import type { Logger } from '../platform/logger.ts';
import type { StartErrorKind } from '../platform/start-error.ts';
import type { StartReason } from '../platform/start-reasons.ts';

/** Why the service is not running, for the failure page. */
export interface StartFailure {
  /** Only commands are refused. */
  kind: Exclude<StartErrorKind, 'refused' | 'unready'>;
  message: string;
  /** What the message says, in any language. Undefined for what is only told in English. */
  reason: StartReason | undefined;
}

/** The service inside the desktop app. It may fail to start, and can be started again. */
export interface DesktopService {
  /** Starts it, unless it is running or starting. Resolves either way. */
  start(): Promise<void>;
  /** The running program. */
  app(): App | undefined;
  failure(): StartFailure | undefined;
  /** Why other tools don't find it where the settings say, if its port is taken: it listens on a free one then. */
  portProblem(): StartFailure | undefined;
  /** Calls the listener for each program that starts, and for the one already running. */
  onStart(listener: (app: App) => void): void;
  /** Drains requests and closes the database. Nothing starts afterwards. */
  stop(): Promise<void>;
}

export interface ServiceParts {
  /** Read at each start, since a setting may have been the problem. @throws StartError */
  config: () => Config;
  log: Logger;
}

export const createDesktopService = ({ config, log }: ServiceParts): DesktopService => {
  let running: App | undefined;
  let failure: StartFailure | undefined;
  let portProblem: StartFailure | undefined;
  let starting: Promise<void> | undefined;
  let stopped = false;
  const listeners: ((app: App) => void)[] = [];

  /** The window needs no socket, so a port that is taken is no reason not to start. */
  const startAnywhere = async (wanted: Config): Promise<App> => {
    // Load this late, so that Chromium starts in the meantime.
    const { startApp } = await import('../app/app.ts');
    const overrides = { log, desktop: true };
    portProblem = undefined;
    try {
      return await startApp(wanted, overrides);
    } catch (error) {
      const { kind, message, reason } = await explainError(error);
      if (kind !== 'port') throw error;
      const started = await startApp({ ...wanted, port: 0 }, overrides);
      log.warn({ address: started.address, problem: message }, 'listening on another port');
      portProblem = { kind, message, reason };
      return started;
    }
  };
  const attempt = async (): Promise<void> => {
    try {
      running = await startAnywhere(config());
      failure = undefined;
      for (const listener of listeners) listener(running);
    } catch (error) {
      const { kind, message, reason } = await explainError(error);
      failure = { kind: kind === 'refused' || kind === 'unready' ? 'other' : kind, message, reason };
      log.fatal({ err: error }, 'startup failed');
    }
  };

  const start = async (): Promise<void> => {
    if (stopped || running) return;
    starting ??= attempt().finally(() => {
      starting = undefined;
    });
    await starting;
  };

  return {
    start,
    app: () => running,
    failure: () => failure,
    portProblem: () => portProblem,
    onStart(listener) {
      listeners.push(listener);
      if (running) listener(running);
    },
    async stop() {
      stopped = true;
      await starting;
      await running?.stop();
    },
  };
};
