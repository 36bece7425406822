import { chmodSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { StartError } from '../platform/start-error.ts';
import { readConfig } from './config.ts';

const folder = perFile(() => temporaryFolder('castellan-test-'));

let files = 0;

describe('a secret in a file', () => {
  const url = 'smtp://user:sesame@mail.example:587';
  const secretOf = (content: string, mode = 0o600): string => {
    files += 1;
    const path = join(folder.path, `secret-${files}`);
    writeFileSync(path, content);
    chmodSync(path, mode);
    return path;
  };
  const read = (environment: Record<string, string>, flags = {}) => readConfig(flags, environment, undefined);

  it('is read without the line break at its end, also through a link', () => {
    const path = secretOf(`${url}\n`);
    expect(read({ CASTELLAN_SMTP_URL_FILE: path }).smtpUrl).toBe(url);
    const link = join(folder.path, 'link');
    symlinkSync(path, link);
    expect(read({ CASTELLAN_SMTP_URL_FILE: link }).smtpUrl).toBe(url);
    const token = 'f3b0c44298fc1c149afbf4c8996fb924';
    expect(read({ CASTELLAN_METRICS_TOKEN_FILE: secretOf(token) }).metricsToken).toBe(token);
  });

  it('gives way to the flag, and is refused beside the variable', () => {
    const path = secretOf(url);
    const flags = { 'smtp-url': 'smtp://flag.example' };
    expect(read({ CASTELLAN_SMTP_URL_FILE: path }, flags).smtpUrl).toBe('smtp://flag.example');
    expect(() => read({ CASTELLAN_SMTP_URL_FILE: path, CASTELLAN_SMTP_URL: url })).toThrow('not both');
  });

  it('is refused if others can read it, also behind a link, if it is missing, or if its value is wrong', () => {
    const open = secretOf(url, 0o644);
    const link = join(folder.path, 'open-link');
    symlinkSync(open, link);
    for (const path of [open, link]) {
      expect(() => read({ CASTELLAN_SMTP_URL_FILE: path })).toThrow(`${path} can be read by other users`);
    }
    expect(() => read({ CASTELLAN_SMTP_URL_FILE: join(folder.path, 'missing') })).toThrow(StartError);
    expect(() => read({ CASTELLAN_SMTP_URL_FILE: folder.path })).toThrow('is not a file');
    const wrong = () => read({ CASTELLAN_SMTP_URL_FILE: secretOf('sesame') });
    expect(wrong).toThrow('CASTELLAN_SMTP_URL_FILE: its value is invalid');
    expect(wrong).not.toThrow('sesame');
  });

  it('exists only for settings that are secret', () => {
    expect(read({ CASTELLAN_PORT_FILE: secretOf('1') }).port).toBe(4310);
  });
});
