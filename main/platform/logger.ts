import { type DestinationStream, type Logger, pino } from 'pino';
import { prettyLine } from './pretty-log.ts';
import { redact, serializeError } from './redact.ts';

export type { Logger };

export type LogFormat = 'json' | 'pretty';

/** A structured log. Secrets are redacted by their names, see redact.ts. */
export const createLogger = (level: string, destination?: DestinationStream, format: LogFormat = 'json'): Logger => {
  // Only a silent log may go without a destination.
  const target: DestinationStream = destination ?? { write: () => {} };
  return pino(
    {
      level,
      base: null,
      formatters: { log: redact },
      serializers: { err: serializeError },
    },
    format === 'json' ? target : { write: (line) => target.write(prettyLine(line)) },
  );
};
