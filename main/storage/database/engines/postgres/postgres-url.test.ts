import { describe, expect, it } from 'vitest';
import { StartError } from '../../../../platform/start-error.ts';
import { addressOf, parsePostgresUrl } from './postgres-url.ts';

describe('the URL of a database server', () => {
  it('names the host, port, database and user', () => {
    expect(parsePostgresUrl('postgres://ada:p%40ss@db.example.com:6432/castellan')).toEqual({
      login: { database: 'castellan', user: 'ada', password: 'p@ss' },
      hosts: [{ host: 'db.example.com', port: 6432, ssl: true }],
      needsWrites: false,
      place: 'The database castellan on db.example.com:6432',
    });
  });

  it.each([
    ['u:p@a:5433,b.example.com:5434/d', ['a:5433', 'b.example.com:5434']],
    ['u:p,@a,b@a,b/d', ['a:5432', 'b:5432']],
    ['u@[::1]:5433,[fd00::2]/d', ['[::1]:5433', '[fd00::2]:5432']],
    ['u@a,b,c:1/d?target_session_attrs=primary', ['a:5432', 'b:5432', 'c:1']],
    ['/d?host=/run/a,b&port=5433,5434', ['/run/a:5433', 'b:5434']],
    ['/d?host=/run/a,b&port=5433', ['/run/a:5433', 'b:5433']],
    ['u@x:5433/d?host=/run/a,/run/b', ['/run/a:5433', '/run/b:5433']],
    ['u@%2Frun%2Fpostgresql,db/d', ['/run/postgresql:5432', 'db:5432']],
  ])('names any number of hosts: %s', (rest, addresses) => {
    const { hosts, place } = parsePostgresUrl(`postgres://${rest}`);
    expect(hosts.map(addressOf)).toEqual(addresses);
    expect(place).toBe(`The database d on ${addresses.join(', ')}`);
  });

  it('decides on TLS for each host', () => {
    const { hosts } = parsePostgresUrl('postgres://u@localhost,db.example.com,%2Frun%2Fpostgresql/d');
    expect(hosts.map(({ ssl }) => ssl)).toEqual([false, true, false]);
    const required = parsePostgresUrl('postgres://u@[::1],db.example.com,%2Frun%2Fpostgresql/d?sslmode=require').hosts;
    expect(required.map(({ ssl }) => ssl)).toEqual([
      { rejectUnauthorized: false },
      { rejectUnauthorized: false },
      false,
    ]);
  });

  it.each([
    ['any', false],
    ['primary', false],
    ['read-write', true],
  ])('takes target_session_attrs=%s', (wanted, needsWrites) => {
    expect(parsePostgresUrl(`postgres://a,b/d?target_session_attrs=${wanted}`)).toMatchObject({ needsWrites });
  });

  it.each(['standby', 'read-only', 'prefer-standby', ''])('refuses target_session_attrs=%s', (wanted) => {
    expect(() => parsePostgresUrl(`postgres://a,b/d?target_session_attrs=${wanted}`)).toThrow(/can't use a replica/);
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
    expect(parsePostgresUrl(url).hosts[0].ssl).toEqual(ssl);
  });

  it('verifies the authority alone with verify-ca', () => {
    const { ssl } = parsePostgresUrl('postgres://db.example.com/castellan?sslmode=verify-ca').hosts[0];
    expect((ssl as { checkServerIdentity(): unknown }).checkServerIdentity()).toBeUndefined();
    expect(ssl).not.toHaveProperty('rejectUnauthorized');
  });

  it.each([
    ['mysql://db.example.com/castellan', 'must look like'],
    ['castellan', 'must look like'],
    ['postgres://db.example.com', 'must name a host and a database'],
    ['postgres://db.example.com/castellan?sslmode=prefer', 'sslmode must be one of'],
    ['postgres://db.example.com/castellan?pool=5', 'unknown parameter pool. It may have sslmode, sslrootcert, host'],
    ['postgres://a:5432,b:x/castellan', 'must look like'],
    ['postgres://a,/castellan', 'must name a host'],
    ['postgres://a,b/castellan?port=1,2,3', 'as many ports as hosts'],
    ['postgres://a/castellan?port=x', 'wrong port x'],
    ['postgres://a/castellan?port=70000', 'wrong port 70000'],
    ['postgres://u:100%@a/castellan', 'must look like'],
    ['postgres://db.example.com/castellan?sslrootcert=/nowhere.pem', "Can't read the sslrootcert"],
  ])('refuses %s', (url, message) => {
    expect(() => parsePostgresUrl(url)).toThrow(StartError);
    expect(() => parsePostgresUrl(url)).toThrow(message);
  });

  it('never repeats the password', () => {
    for (const url of ['mysql://u:hunter2@h/d', 'postgres://u:hunter2@h', 'postgres://u:hunter2@h/d?sslmode=x']) {
      expect(() => parsePostgresUrl(url)).not.toThrow('hunter2');
    }
    expect(parsePostgresUrl('postgres://u:hunter2@h/d').place).not.toContain('hunter2');
  });
});
