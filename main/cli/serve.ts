import { second } from '#shared/rules/limits.ts';
import { startApp } from '../app/app.ts';
import { reload } from '../app/reload.ts';
import { type Config, readConfig } from '../config/config.ts';
import { assertOneProcess } from '../config/database-server.ts';
import { systemClock } from '../platform/clock.ts';
import { dataFolder } from '../platform/data-folder.ts';
import { explainError } from '../platform/explain-error.ts';
import { logRefusals, onRefusedConnection } from '../platform/gate/gate.ts';
import { boundYoungHeap } from '../platform/heap.ts';
import { inheritedSocket } from '../platform/inherited-socket.ts';
import { type LogOutput, openLogFile, openStderrLog } from '../platform/log-output.ts';
import { createLogger, type Logger } from '../platform/logger.ts';
import { StartError } from '../platform/start-error.ts';
import { assertTestClockAllowed, createTestClock } from '../platform/test-clock.ts';
import type { SystemContext } from '../services/context.ts';
import type { Arguments } from './command.ts';
import { printSetupToken } from './setup-token-line.ts';
import { onUncaught, reportFailure } from './uncaught.ts';

/** How long a stop waits for the last log lines. */
const flushTimeMs = second;

const openLog = ({ logFile, logFormat, logLevel }: Config): { log: Logger; output: LogOutput } => {
  const output = logFile === undefined ? openStderrLog() : openLogFile(logFile);
  const log = createLogger(logLevel, output, logFormat);
  onRefusedConnection(logRefusals(log, systemClock));
  output.onRecovery((lines) => log.warn({ lines }, 'dropped log lines that could not be written'));
  return { log, output };
};

/**
 * Signals that other programs send to a service as a matter of routine. By default, each would end the process.
 * @param takeOver takes over what SIGHUP reads again
 */
const surviveSignals = (log: Logger, output: LogOutput, takeOver: () => Promise<void>): void => {
  let last = Promise.resolve();
  process.on('SIGHUP', () => {
    try {
      output.reopen();
    } catch (error) {
      log.error({ err: error }, 'failed to open the log file again; still writing to the previous one');
    }
    last = last.then(takeOver).catch((error: unknown) => {
      log.error({ err: error }, 'failed to read secrets and certificates again; still using the previous ones');
    });
  });
  process.on('SIGUSR1', () => {});
  process.on('SIGUSR2', () => {});
};

/**
 * Runs the service until SIGTERM or SIGINT, then drains it; a second signal ends what is left of that. Prints one line to
 * stdout when ready, and two with the setup token if the first account takes it; everything else goes to the log.
 */
export const serve = async (given: Arguments): Promise<number | undefined> => {
  // Make everything this process creates accessible to its own account only.
  process.umask(0o077);
  const config = readConfig(given.flags, given.environment, given.configFile);
  const { log, output } = openLog(config);
  /** The log has room for the details of what is unexpected. */
  const logged = async (error: unknown): Promise<StartError> => {
    const problem = await explainError(error);
    if (problem.kind !== 'unexpected') return problem;
    log.fatal({ err: error }, 'failed');
    await output.flush(flushTimeMs);
    return new StartError(`${problem.message}. The details are in ${config.logFile ?? 'the log'}`, {
      kind: problem.kind,
    });
  };
  onUncaught(async (error) => {
    await reportFailure(await logged(error));
    process.exit();
  });
  try {
    return await serveLogged(given, config, log, output);
  } catch (error) {
    throw await logged(error);
  }
};

const serveLogged = async (
  { flags, environment, configFile, switches }: Arguments,
  config: Config,
  log: Logger,
  output: LogOutput,
): Promise<undefined> => {
  let context: SystemContext | undefined;
  const started = Promise.withResolvers<void>();
  surviveSignals(log, output, async () => {
    // What the start has read may be older than the signal.
    await started.promise;
    if (!context) return;
    const unchanged = await reload(context, readConfig(flags, environment, configFile));
    if (unchanged.length > 0) log.warn({ settings: unchanged }, 'these settings have changed, and need a restart');
    log.info('read secrets and certificates again');
  });
  for (const { name, nearest } of config.unknownVariables) {
    log.warn({ variable: name, nearest }, 'nothing reads this variable; it may be misspelled');
  }
  // DECISION 0090
  const hasTestClock = switches.has('test-clock');
  if (hasTestClock) assertOneProcess(config, '--test-clock');
  if (hasTestClock) await assertTestClockAllowed({ ...config, database: dataFolder(config.dataDir).database });
  const app = await startApp(config, {
    log,
    logOutput: output,
    inheritedSocket: inheritedSocket(environment, process.pid),
    ...(hasTestClock && { testClock: createTestClock(systemClock) }),
  });
  context = app.context;
  started.resolve();
  if (hasTestClock) log.warn('test clock: anyone on this computer can move the time; never use this with real data');
  const hurry = new AbortController();
  let stopping = false;
  const exit = async (code: number): Promise<void> => {
    await output.flush(flushTimeMs);
    process.exit(code);
  };
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) {
      hurry.abort();
      return;
    }
    stopping = true;
    // A person at a terminal doesn't want to wait.
    const delayMs = signal === 'SIGTERM' ? config.shutdownDelayMs : 0;
    log.info({ signal, delay_seconds: delayMs / second }, 'stopping');
    app.stop({ delayMs, hurry: hurry.signal }).then(
      () => {
        log.info('stopped');
        return exit(0);
      },
      (error: unknown) => {
        log.fatal({ err: error }, 'shutdown failed');
        return exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.stdout.on('error', (error) => log.warn({ err: error }, 'failed to print the ready line'));
  process.stdout.write(`castellan listening on ${app.address}\n`);
  // For requests: while it rests, it needs no more than it has.
  boundYoungHeap();
  await printSetupToken(app.context);
  return undefined;
};
