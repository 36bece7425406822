import { type DestinationStream, type Logger, pino } from 'pino';

export type { Logger };

/** Names of fields that could hold a secret. Their values are redacted at the first three levels of nesting. */
const secretNames = [
  'password',
  'current_password',
  'new_password',
  'server_password',
  'access_token',
  'refresh_token',
  'restore_token',
  'second_factor_token',
  'recovery_codes',
  'otpauth_uri',
  'token',
  'secret',
  'sealed_token',
  'authorization',
  'cookie',
];

/** Structured logs on stderr: stdout carries only the ready line. */
export const createLogger = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: null,
      redact: {
        paths: secretNames.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]),
        censor: '[redacted]',
      },
    },
    destination ?? pino.destination({ dest: 2, sync: true }),
  );
