import { describe, expect, it } from 'vitest';
import { StartError } from '../../../platform/start-error.ts';
import { parseServerUrl } from './server-url.ts';

describe('the URL of a database server', () => {
  it('names the host, port, database and user', () => {
    expect(parseServerUrl('postgres://ada:p%40ss@db.example.com:6432/castellan')).toEqual({
      client: {
        host: 'db.example.com',
        port: 6432,
        database: 'castellan',
        user: 'ada',
        password: 'p@ss',
        ssl: true,
      },
      place: 'The database castellan on db.example.com:6432',
    });
  });

  it.each([
    ['postgres://127.0.0.1/castellan', false],
    ['postgres://localhost/castellan', false],
    ['postgres://u@x/castellan?host=/run/postgresql', false],
    ['postgresql://db.example.com/castellan', true],
    ['postgres://db.example.com/castellan?sslmode=disable', false],
    ['postgres://db.example.com/castellan?sslmode=require', { rejectUnauthorized: false }],
    ['postgres://127.0.0.1/castellan?sslmode=verify-full', true],
  ])('decides on TLS: %s', (url, ssl) => {
    expect(parseServerUrl(url).client.ssl).toEqual(ssl);
  });

  it('verifies the authority alone with verify-ca', () => {
    const { ssl } = parseServerUrl('postgres://db.example.com/castellan?sslmode=verify-ca').client;
    expect((ssl as { checkServerIdentity(): unknown }).checkServerIdentity()).toBeUndefined();
    expect(ssl).not.toHaveProperty('rejectUnauthorized');
  });

  it.each([
    ['mysql://db.example.com/castellan', 'must look like'],
    ['castellan', 'must look like'],
    ['postgres://db.example.com', 'must name a host and a database'],
    ['postgres://db.example.com/castellan?sslmode=prefer', 'sslmode must be one of'],
    ['postgres://db.example.com/castellan?pool=5', 'unknown parameter pool'],
    ['postgres://db.example.com/castellan?sslrootcert=/nowhere.pem', "Can't read the sslrootcert"],
  ])('refuses %s', (url, message) => {
    expect(() => parseServerUrl(url)).toThrow(StartError);
    expect(() => parseServerUrl(url)).toThrow(message);
  });

  it('never repeats the password', () => {
    for (const url of ['mysql://u:hunter2@h/d', 'postgres://u:hunter2@h', 'postgres://u:hunter2@h/d?sslmode=x']) {
      expect(() => parseServerUrl(url)).not.toThrow('hunter2');
    }
    expect(parseServerUrl('postgres://u:hunter2@h/d').place).not.toContain('hunter2');
  });
});
