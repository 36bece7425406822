import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';

const collecting = (level = 'info') => {
  const lines: string[] = [];
  return { lines, log: createLogger(level, { write: (line: string) => void lines.push(line) }) };
};
const canary = 'canary-5f2e';
const names = [
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
  'authorization',
  'cookie',
];

describe('the log', () => {
  it('redacts secrets by name at the first three levels', () => {
    const { lines, log } = collecting();
    for (const name of names) {
      log.info({ [name]: canary, kept: 'yes' }, 'flat');
      log.info({ body: { [name]: canary } }, 'deep');
      log.info({ request: { body: { [name]: canary } } }, 'deeper');
    }
    expect(lines).toHaveLength(names.length * 3);
    expect(lines.join('')).not.toContain(canary);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ password: '[redacted]', kept: 'yes', msg: 'flat' });
  });

  it('writes one line of JSON per entry, whatever the values contain', () => {
    const { lines, log } = collecting();
    const forged = 'x"}\r\n{"level":60,"msg":"forged"}\u001b[31m\u2028';
    log.info({ name: forged }, forged);
    expect(lines).toHaveLength(1);
    for (const character of ['\r', '\n', '\u001b']) expect(lines[0]?.trimEnd()).not.toContain(character);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ name: forged, msg: forged });
  });

  it('logs the cause of an error, and nothing below its level', () => {
    const { lines, log } = collecting('warn');
    log.info('not this');
    log.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'failed');
    expect(lines).toHaveLength(1);
    expect(JSON.parse(lines[0] ?? '').err.message).toContain('outer');
    const silent = collecting('silent');
    silent.log.fatal('nothing');
    expect(silent.lines).toEqual([]);
  });
});
