import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createTestService, type TestService } from '#e2e/support/test-service.ts';
import { operations } from '#shared/contract/index.ts';
import { tablesOf } from '../storage/database/tables.ts';
import { createLogger, type LogFormat } from './logger.ts';
import { isSecretName } from './redact.ts';

const collecting = (level = 'info', format?: LogFormat) => {
  const lines: string[] = [];
  return { lines, log: createLogger(level, { write: (line: string) => void lines.push(line) }, format) };
};
const canary = 'canary-5f2e';

let app: TestService | undefined;
afterAll(() => app?.close());

/** Every column of the migrated database. */
const columns = async (): Promise<string[]> => {
  app ??= await createTestService();
  const { rows } = await sql<{ name: string }>`
    select distinct c.name from sqlite_master t join pragma_table_info(t.name) c where t.type = 'table'
  `.execute(tablesOf(app.service.context.db.read));
  return rows.map(({ name }) => name);
};

/** Every field of every request and response, by name. */
const contractFields = (): string[] =>
  operations.flatMap(({ operation }) =>
    [operation.input, operation.output].flatMap((schema) =>
      schema instanceof z.ZodObject ? Object.keys(schema.shape) : [],
    ),
  );

/**
 * Whether a name stands for no secret: whether one is needed, which are accepted, whether an email was sent, when a secret ends, or
 * which there are.
 */
const isRule = (name: string): boolean =>
  /_required$|_min_length$|_sent$|^refuses?_common_passwords$|^old_secret_(?:until|expires_at)$|^secrets$|^secret_id$/.test(
    name,
  );

describe('redaction', () => {
  it('covers every column that holds a secret', async () => {
    const names = (await columns())
      .filter((name) => /seal|secret|password|token/.test(name) || name.endsWith('_hash'))
      .filter((name) => !isRule(name));
    expect(names).toEqual(
      expect.arrayContaining(['sealed_secret', 'sealed_password', 'sealed_key', 'password_hash', 'secret_hash']),
    );
    // Two belong to the audit log's hash chain, and one refers to the row of a token. They open nothing.
    expect(names.filter((name) => !isSecretName(name)).toSorted()).toEqual(['previous_hash', 'seal', 'token_id']);
  });

  it('covers every field of the contract that holds a secret', () => {
    const names = contractFields().filter(
      (name) => /password|token|secret|recovery_codes$|otpauth|api_key$/.test(name) && !isRule(name),
    );
    expect(names.length).toBeGreaterThan(10);
    expect([...new Set(names.filter((name) => !isSecretName(name)))]).toEqual([]);
  });

  it('leaves everything else readable', () => {
    for (const name of ['user_id', 'key_id', 'hash', 'previous_hash', 'token_kind', 'code', 'ip', 'path'])
      expect(isSecretName(name), name).toBe(false);
  });

  it('replaces secrets at any depth, in lists, and in the fields of an error', () => {
    const { lines, log } = collecting();
    for (const name of ['password', 'sealed_secret', 'secret_hash', 'authorization', 'Cookie']) {
      log.info({ [name]: canary, kept: 'yes' }, 'flat');
      log.info({ request: { body: { list: [{ [name]: canary }] } } }, 'deep');
      log.error({ err: Object.assign(new Error('refused'), { [name]: canary }) }, 'error');
    }
    expect(lines).toHaveLength(15);
    expect(lines.join('')).not.toContain(canary);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ password: '[redacted]', kept: 'yes', msg: 'flat' });
    expect(JSON.parse(lines[2] ?? '')).toMatchObject({ err: { type: 'Error', message: 'refused' } });
  });
});

describe('the log', () => {
  it('writes one line of JSON per entry, whatever the values hold', () => {
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
    log.error({ err: undefined }, 'unknown');
    log.error({ err: 'text' }, 'thrown text');
    expect(lines).toHaveLength(3);
    const { err } = JSON.parse(lines[0] ?? '');
    expect(err.message).toContain('outer');
    expect(err.stack).toContain('inner');
    const silent = collecting('silent');
    silent.log.fatal('nothing');
    expect(silent.lines).toEqual([]);
  });
});

describe('the pretty format', () => {
  it('shows time, level, message and fields', () => {
    const { lines, log } = collecting('info', 'pretty');
    log.info({ operation: 'login', ms: 4, device: 'Firefox on Linux', list: [1] }, 'done');
    expect(lines[0]).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z INFO {2}done operation=login ms=4 device="Firefox on Linux" list=\[1\]\n$/,
    );
  });

  it('shows the stack of an error below it, with secrets redacted', () => {
    const { lines, log } = collecting('info', 'pretty');
    log.error({ err: new Error('outer'), password: canary }, 'failed');
    expect(lines[0]).toMatch(/^\S+ ERROR failed password=\[redacted\]\n {4}Error: outer\n( {4}.*\n)+$/);
  });

  it('lets no value pass for an entry, or act on the terminal', () => {
    const { lines, log } = collecting('info', 'pretty');
    const forged = '\u001b[2Kx\r\n2026-01-01T00:00:00.000Z FATAL forged\u2028\u0085';
    log.error({ [forged]: forged, err: new Error(forged) }, forged);
    const [text = ''] = lines;
    expect(text).toMatch(/^[\P{Cc}\n]*$/u);
    expect(
      text
        .split('\n')
        .slice(1, -1)
        .every((line) => line.startsWith('    ')),
    ).toBe(true);
    expect(text).not.toContain('\u2028');
  });
});
