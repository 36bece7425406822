import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { perFile } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { StartError } from '../platform/start-error.ts';
import { readConfig } from './config.ts';
import { settingNames, settings, variableOf } from './settings.ts';

const folder = perFile(() => temporaryFolder('castellan-test-'));

let files = 0;
const fileOf = (content: unknown): string => {
  files += 1;
  const path = join(folder.path, `config-${files}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content));
  return path;
};

/** An invalid value for each setting that has one. */
const wrong: Partial<Record<keyof typeof settings, string[]>> = {
  'data-dir': [''],
  'database-url': ['', 'mysql://db.example.org/castellan', 'db.example.org', 'postgres://'],
  'database-pool': ['1', '501', 'many'],
  'database-connect-timeout': ['0', '121', '5s'],
  'database-statement-timeout': ['0', '601', '30s'],
  host: [''],
  port: ['65536', '-1', '80.5', 'http', ' 80', ''],
  listen: ['', '/run/http.sock', 'unix:http.sock', 'unix:/run/', 'tcp:127.0.0.1'],
  'public-url': ['ftp://x.example', 'https://x.example/path', 'https://u@x.example', 'https://x.example/?q', 'x'],
  'base-path': ['castellan', 'https://x.example/castellan', '/a b', '/a//b', '/../x', '/x?y'],
  'smtp-url': ['http://mail.example', 'mail.example', 'smtp://u:100%@mail.example', 'smtps://u:p#2@mail.example'],
  'mail-from': ['A <a@example.com>\r\nBcc: b@example.com', '', 'Acme'],
  'mail-hostname': ['a b', 'https://example.com', '-'],
  'bcrypt-cost': ['9', '16', 'twelve'],
  'refuse-common-passwords': ['yes', 'true'],
  'leaked-passwords-url': ['api.pwnedpasswords.com', 'https://api.pwnedpasswords.com/range', 'ftp://a.example'],
  'country-database': [''],
  captcha: ['yes', 'true'],
  'log-level': ['loud', 'INFO'],
  'log-file': [''],
  'log-format': ['text', 'JSON'],
  'shutdown-delay': ['-1', '61', '61s', '1m', 's', ''],
  'rate-limits': ['yes', 'true', '0'],
  'trusted-proxies': ['10.0.0.0/33', 'proxy.example', '10.0.0.1;10.0.0.2'],
  'allowed-hosts': ['https://a.example', 'a.example/path', 'a.example:port', 'a example'],
  'allowed-origins': ['a.example', 'https://a.example/path', 'null', '*'],
  'metrics-token': ['', 'short', 'with a space in between'],
  'traces-url': ['', '127.0.0.1:4318', 'ftp://127.0.0.1'],
  'audit-stream': ['audit.jsonl', 'https://a@logs.example/x?key=1,https://b@logs.example/x?key=2'],
  'audit-stream-secret': ['', 'whsec_', 'whsec_c2hvcnQ=', 'something else that is long enough for a secret'],
  'extra-ca-certs': [''],
  'https-proxy': ['', 'socks5://proxy.example', 'http://proxy.example/path', 'http://a b'],
  'no-proxy': ['https://example.com', 'ann@example.com'],
  'sign-ups': ['yes', 'Open', ''],
  'sign-up-domains': ['example', '@example.com', 'ann@example.com', 'a b.example', 'https://example.com'],
  'allow-private-provider': ['yes', 'true', ''],
  'backup-dir': [''],
  'backup-every': ['', '0h', '24', '1w'],
  'backup-keep': ['0', 'all'],
  'backup-without-keys': ['yes'],
  'backup-passphrase': ['', 'eleven char'],
};

describe('configuration', () => {
  it('has valid defaults, and is read-only', () => {
    const config = readConfig({}, {}, undefined);
    expect(config).toEqual({
      dataDir: join(homedir(), '.castellan'),
      host: '127.0.0.1',
      port: 4310,
      publicUrl: undefined,
      basePath: '',
      smtpUrl: undefined,
      mailFrom: 'Castellan <castellan@localhost>',
      mailHostname: undefined,
      bcryptCost: 12,
      refuseCommonPasswords: false,
      captcha: false,
      leakedPasswordsUrl: undefined,
      countryDatabase: undefined,
      logLevel: 'info',
      logFormat: 'json',
      rateLimits: true,
      shutdownDelayMs: 0,
      trustedProxies: [],
      auditStreams: [],
      signUpDomains: [],
      allowPrivateProvider: false,
      backupEveryMs: 86_400_000,
      backupKeep: 7,
      backupWithoutKeys: false,
      isExposed: false,
      isPublicHttps: false,
      checksAnswers: true,
      unknownVariables: [],
      report: settingNames.map((setting) => ({
        setting,
        value: settings[setting].fallback || null,
        source: 'default',
      })),
      allowedHosts: [],
      allowedOrigins: [],
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('prefers flags to variables, variables to the file, and the file to defaults', () => {
    const file = fileOf({ port: 3, host: '127.0.0.3', 'log-level': 'debug' });
    const environment = { CASTELLAN_PORT: '2', CASTELLAN_HOST: '127.0.0.2' };
    expect(readConfig({ port: '1' }, environment, file)).toMatchObject({
      port: 1,
      host: '127.0.0.2',
      logLevel: 'debug',
      bcryptCost: 12,
      refuseCommonPasswords: false,
    });
    expect(readConfig({}, { CASTELLAN_PORT: '' }, file).port).toBe(3);
  });

  it('names each variable after its flag', () => {
    expect(settingNames.map(variableOf)).toEqual([
      'CASTELLAN_DATA_DIR',
      'CASTELLAN_DATABASE_URL',
      'CASTELLAN_DATABASE_POOL',
      'CASTELLAN_DATABASE_CONNECT_TIMEOUT',
      'CASTELLAN_DATABASE_STATEMENT_TIMEOUT',
      'CASTELLAN_HOST',
      'CASTELLAN_PORT',
      'CASTELLAN_LISTEN',
      'CASTELLAN_PUBLIC_URL',
      'CASTELLAN_BASE_PATH',
      'CASTELLAN_SMTP_URL',
      'CASTELLAN_MAIL_FROM',
      'CASTELLAN_MAIL_HOSTNAME',
      'CASTELLAN_BCRYPT_COST',
      'CASTELLAN_REFUSE_COMMON_PASSWORDS',
      'CASTELLAN_LEAKED_PASSWORDS_URL',
      'CASTELLAN_COUNTRY_DATABASE',
      'CASTELLAN_CAPTCHA',
      'CASTELLAN_LOG_LEVEL',
      'CASTELLAN_LOG_FILE',
      'CASTELLAN_LOG_FORMAT',
      'CASTELLAN_SHUTDOWN_DELAY',
      'CASTELLAN_RATE_LIMITS',
      'CASTELLAN_TRUSTED_PROXIES',
      'CASTELLAN_ALLOWED_HOSTS',
      'CASTELLAN_ALLOWED_ORIGINS',
      'CASTELLAN_METRICS_TOKEN',
      'CASTELLAN_TRACES_URL',
      'CASTELLAN_AUDIT_STREAM',
      'CASTELLAN_AUDIT_STREAM_SECRET',
      'CASTELLAN_EXTRA_CA_CERTS',
      'CASTELLAN_HTTPS_PROXY',
      'CASTELLAN_NO_PROXY',
      'CASTELLAN_SIGN_UPS',
      'CASTELLAN_SIGN_UP_DOMAINS',
      'CASTELLAN_ALLOW_PRIVATE_PROVIDER',
      'CASTELLAN_BACKUP_DIR',
      'CASTELLAN_BACKUP_EVERY',
      'CASTELLAN_BACKUP_KEEP',
      'CASTELLAN_BACKUP_WITHOUT_KEYS',
      'CASTELLAN_BACKUP_PASSPHRASE',
    ]);
  });

  it('parses values into the types that the program needs', () => {
    const config = readConfig(
      {
        'data-dir': 'relative',
        'public-url': 'https://Console.example:8443/',
        'rate-limits': 'off',
        'trusted-proxies': ' 10.0.0.1 , 2001:db8::/32,',
        'smtp-url': 'smtps://user:pass@mail.example:465',
        port: '0',
        'sign-up-domains': ' Example.com , acme.test,',
      },
      {},
      undefined,
    );
    expect(config).toMatchObject({
      dataDir: join(process.cwd(), 'relative'),
      publicUrl: 'https://console.example:8443',
      rateLimits: false,
      trustedProxies: ['10.0.0.1', '2001:db8::/32'],
      smtpUrl: 'smtps://user:pass@mail.example:465',
      port: 0,
      signUpDomains: ['example.com', 'acme.test'],
      isExposed: true,
    });
  });

  const cases = settingNames.flatMap((name) => (wrong[name] ?? []).map((value) => [name, value] as const));
  it.each(cases)('rejects --%s %j, naming flag, variable or file', (name, value) => {
    const message = (flags: object, environment: object, file?: string): string => {
      try {
        readConfig(flags, environment as Record<string, string>, file);
      } catch (error) {
        expect(error).toBeInstanceOf(StartError);
        return (error as Error).message;
      }
      throw new Error('was accepted');
    };
    expect(message({ [name]: value }, {})).toContain(`--${name}: `);
    expect(message({ [name]: value }, {})).not.toMatch(/[\r\n]/);
    // An empty variable counts as unset.
    if (value !== '') expect(message({}, { [variableOf(name)]: value })).toContain(`${variableOf(name)}: `);
    const file = fileOf({ [name]: value });
    expect(message({}, {}, file)).toContain(`${name} in ${file}: `);
  });

  it('makes no scheduled backups without a passphrase by accident', () => {
    expect(() => readConfig({ 'backup-dir': 'x' }, {}, undefined)).toThrow(/--backup-without-keys on/);
    expect(
      readConfig({ 'backup-dir': 'x', 'backup-without-keys': 'on', 'backup-every': '7d' }, {}, undefined),
    ).toMatchObject({
      backupDir: join(process.cwd(), 'x'),
      backupEveryMs: 604_800_000,
    });
  });

  it('takes the limits of a database server, and scheduled backups with one', () => {
    const url = 'postgres://castellan@db.example.org/castellan';
    expect(readConfig({ 'database-url': url }, {}, undefined)).toMatchObject({
      databaseServer: { url, connections: 4, connectMs: 5_000, statementMs: 30_000 },
      report: expect.arrayContaining([{ setting: 'database-url', value: '********', source: '--database-url' }]),
    });
    const limits = { 'database-pool': '12', 'database-connect-timeout': '2', 'database-statement-timeout': '60' };
    expect(readConfig({ 'database-url': url, ...limits }, {}, undefined)).toMatchObject({
      databaseServer: { connections: 12, connectMs: 2_000, statementMs: 60_000 },
    });
    const backups = { 'backup-dir': 'x', 'backup-without-keys': 'on' };
    expect(readConfig({ 'database-url': url, ...backups }, {}, undefined)).toMatchObject({
      databaseServer: { url },
      backupDir: join(process.cwd(), 'x'),
    });
  });

  it('has an invalid value tested for every setting', () => {
    expect(Object.keys(wrong)).toEqual(settingNames);
  });

  it('says in plain words what is wrong with a value', () => {
    for (const [name, values] of Object.entries(wrong)) {
      for (const value of values) {
        const read = () => readConfig({ [name]: value }, {}, undefined);
        expect(read).toThrow(StartError);
        expect(read).not.toThrow(/expected|invalid (url|option|string|input)|too (big|small)|undefined/i);
      }
    }
  });

  it('trusts proxies on the same computer behind a public URL, unless told otherwise', () => {
    const trusted = (flags: object) => readConfig({ 'public-url': 'https://a.example', ...flags }, {}, undefined);
    expect(trusted({}).trustedProxies).toEqual(['127.0.0.0/8', '::1/128']);
    expect(trusted({ 'trusted-proxies': 'none' }).trustedProxies).toEqual([]);
    expect(trusted({ 'trusted-proxies': '10.0.0.1' }).trustedProxies).toEqual(['10.0.0.1']);
  });

  it('reads hosts in lower case, and origins as browsers write them', () => {
    const config = readConfig(
      { 'allowed-hosts': 'Castellan:4310, [fd00::1]:8080', 'allowed-origins': 'https://App.example:443/' },
      {},
      undefined,
    );
    expect(config.allowedHosts).toEqual(['castellan:4310', '[fd00::1]:8080']);
    expect(config.allowedOrigins).toEqual(['https://app.example']);
  });

  it('rejects a file that is missing, malformed, not an object, or has an unknown setting', () => {
    const read = (path: string) => () => readConfig({}, {}, path);
    const missing = join(folder.path, 'missing.json');
    expect(read(missing)).toThrow(StartError);
    expect(read(missing)).toThrow(missing);
    for (const content of ['{ broken', '[]', '"text"', 'null', '{"port": {"deep": 1}}', '{"port": true}']) {
      const path = fileOf(content);
      expect(read(path), content).toThrow(StartError);
      expect(read(path), content).toThrow(path);
    }
    expect(read(fileOf({ prot: 1 }))).toThrow(/^Unknown setting prot in /);
    expect(read(fileOf('{"constructor": "x"}'))).toThrow(/^Unknown setting constructor in /);
  });
});
