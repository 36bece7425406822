import { createService, type Overrides, type Service } from '#main/app/compose.ts';
import { type Config, readConfig } from '#main/config/config.ts';
import type { SettingName } from '#main/config/settings.ts';
import { createLogger } from '#main/platform/logger.ts';
import { callerInBrowser } from '#main/security/browser-sessions.ts';
import { createPasswords, type Passwords } from '#main/security/passwords.ts';
import { tablesOf } from '#main/storage/database/tables.ts';
import { invoke } from '#main/transport/invoke.ts';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec, OutputOf, RequestOf } from '#shared/contract/operation.ts';
import type { AppError } from '#shared/texts/errors.ts';
import { assertDeclared } from './answered-errors.ts';
import { createTestBrowser, keepSecret } from './browser-secrets.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { newTestFolder, type TestFolder } from './new-data-folder.ts';
import { noNetwork } from './no-network.ts';
import { guardScopes } from './scoped-writes.ts';

export interface CallOptions {
  /** Access token. */
  token?: string | undefined;
  ip?: string;
  /** Whether the request was made on this machine, without a proxy. Follows from `ip` if absent. */
  local?: boolean;
  userAgent?: string;
  background?: boolean;
  /** The token of a known device. */
  device?: string | undefined;
  /** The solution of a challenge. */
  captcha?: string | undefined;
  /** Gets the secret that the browser is given, as on the console. */
  onBrowser?: (secret: string) => void;
  /** Gets the token that the device is given. */
  onDevice?: (token: string) => void;
  idempotencyKey?: string;
  /** Called if the answer is one that an earlier request got. */
  onReplay?: () => void;
}

/** A user with an active session. */
export interface Person {
  id: string;
  tenantId: string;
  email: string;
  name: string;
  password: string;
  token: string;
  refreshToken: string;
  /** The secret that the browser of the session has. */
  browser?: string;
}

/** The service on its own real database, with a fake clock and no server. */
export interface TestService {
  readonly service: Service;
  readonly clock: FakeClock;
  readonly dataDir: string;
  /** Calls an operation through the guard. Checks the answer against the contract. */
  call<Op extends OperationSpec>(operation: Op, input: RequestOf<Op>, options?: CallOptions): Promise<OutputOf<Op>>;
  /** Signs up a user with a new tenant, verifies the address, and signs them in. The verification email stays queued. */
  owner(email?: string, state?: { verified: boolean }): Promise<Person>;
  /** Adds a user to the tenant of an owner or admin by invitation. */
  join(host: Person, role?: 'owner' | 'admin' | 'member', email?: string): Promise<Person>;
  /** Whether someone is signed in in the browser with this secret. */
  isSignedIn(browser: string): Promise<boolean>;
  /** Starts one more session. */
  login(person: Person): Promise<Person>;
  /** The token of the newest link sent to an address, as its mailbox receives it. */
  mailedToken(email: string, kind?: string): Promise<string>;
  /** Closes the service and opens another on the same folder. `meanwhile` may change the folder. */
  restart(meanwhile?: () => Promise<unknown>): Promise<void>;
  close(): Promise<void>;
}

export const testPassword = 'correct horse battery';
export const testOrigin = 'http://127.0.0.1:4310';
/** Passkeys work at the second one. */
export const testHosts = ['127.0.0.1:4310', 'localhost:4310'];

type Flags = Partial<Record<SettingName, string>>;

/** The lowest cost that bcrypt supports. No setting allows it; only tests, which hash a lot, bypass that check. */
const testCost = 4;

/** The configuration for a test, with a cheap hash unless `bcrypt-cost` is given. */
export const testConfig = (dataDir: string, flags: Flags = {}): Config => {
  const config = readConfig({ 'data-dir': dataDir, 'log-level': 'silent', port: '0', ...flags }, {}, undefined);
  return flags['bcrypt-cost'] === undefined ? { ...config, bcryptCost: testCost } : config;
};

let sharedPasswords: Passwords | undefined;

/** One pool of hashing threads for all services of this process: starting threads takes longer than a cheap hash. */
export const testPasswords = (flags: Flags = {}): { passwords?: Passwords } => {
  if (flags['bcrypt-cost'] !== undefined) return {};
  sharedPasswords ??= createPasswords(testCost);
  return { passwords: sharedPasswords };
};

let counter = 0;

type TestOverrides = Pick<Overrides, 'ids' | 'provider' | 'log' | 'desktop' | 'webhooks'>;

/** Opens a service. Workers are not started: call `service.mailWorker.drain()` or a job where a test needs it. */
export const createTestService = async (flags: Flags = {}, overrides: TestOverrides = {}): Promise<TestService> =>
  openTestService(await newTestFolder('castellan-test-'), createFakeClock(), flags, overrides);

/** Opens a service on a folder that may have been used before. Closing it removes the folder. */
export const openTestService = async (
  { dataDir, ...place }: TestFolder,
  clock: FakeClock,
  flags: Flags = {},
  overrides: TestOverrides = {},
): Promise<TestService> => {
  const open = async (): Promise<Service> => {
    const opened = await createService(
      { ...testConfig(dataDir, flags), databaseServer: place.server },
      {
        clock,
        log: createLogger('silent'),
        provider: noNetwork,
        ...testPasswords(flags),
        ...overrides,
      },
    );
    await guardScopes(opened.context.db);
    opened.announce(testOrigin, testHosts);
    return opened;
  };
  let service = await open();

  const call: TestService['call'] = async (operation, input, options = {}) => {
    const ip = options.ip ?? '127.0.0.1';
    const output = await invoke(service.context, operation, input, {
      authorization: options.token === undefined ? undefined : `Bearer ${options.token}`,
      idempotencyKey: options.idempotencyKey,
      client: {
        ip,
        isLocal: () => options.local ?? ['127.0.0.1', '::1'].includes(ip),
        userAgent: options.userAgent ?? 'castellan-test',
        background: options.background ?? false,
        device: options.device,
        captcha: options.captcha,
        rememberDevice: options.onDevice ?? (() => {}),
        browser: options.onBrowser && createTestBrowser(options.onBrowser),
        isReplayed: options.onReplay ?? (() => {}),
        requestId: 'req_test',
      },
    }).catch((error: AppError) => {
      assertDeclared(operation, error);
      throw error;
    });
    return operation.output.parse(output) as never;
  };

  const login = async (person: Person): Promise<Person> => {
    const { browser, onBrowser } = keepSecret();
    const answer = await call(contract.auth.login, { email: person.email, password: person.password }, { onBrowser });
    return { ...person, token: answer.access_token, refreshToken: answer.refresh_token, browser: browser() };
  };

  const mailedToken = async (email: string, kind?: string): Promise<string> => {
    await service.mailWorker.drain();
    const { db, secretBox } = service.context;
    const mail = await tablesOf(db.read)
      .selectFrom('mails')
      .selectAll()
      .where('recipient', '=', email)
      .$if(kind !== undefined, (query) => query.where('kind', '=', kind as 'verification'))
      .where('sealed_secret', 'is not', null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .executeTakeFirst();
    if (!mail?.sealed_secret) throw new Error(`No email with a link was queued for ${email}`);
    return secretBox.open('mails.sealed_secret', mail);
  };

  return {
    get service() {
      return service;
    },
    clock,
    dataDir,
    call,
    login,
    mailedToken,
    async isSignedIn(browser) {
      return (await callerInBrowser(service.context, browser, { background: true })) !== undefined;
    },
    async owner(email, { verified } = { verified: true }) {
      counter += 1;
      const account = {
        email: email ?? `owner${counter}@example.com`,
        name: `Owner ${counter}`,
        password: testPassword,
      };
      const { user_id, tenant_id } = await call(contract.auth.signup, {
        ...account,
        company_name: `Company ${counter}`,
      });
      // An owner without a verified address could send no email.
      const { db } = service.context;
      if (verified)
        await tablesOf(db.write)
          .updateTable('users')
          .set({ email_verified: 1, email_verified_by: 'mailbox' })
          .where('id', '=', user_id)
          .execute();
      return login({ ...account, id: user_id, tenantId: tenant_id, token: '', refreshToken: '' });
    },
    async join(host, role = 'member', email) {
      counter += 1;
      const account = {
        email: email ?? `${role}${counter}@example.com`,
        name: `${role} ${counter}`,
        password: testPassword,
      };
      await call(
        contract.team.inviteMember,
        { tenant_id: host.tenantId, email: account.email, role },
        { token: host.token },
      );
      const { browser, onBrowser } = keepSecret();
      const { name, password } = account;
      const token = await mailedToken(account.email, 'invitation');
      const answer = await call(contract.team.acceptInvitation, { token, name, password }, { onBrowser });
      return {
        ...account,
        id: answer.user.id,
        tenantId: answer.user.tenant_id,
        token: answer.access_token,
        refreshToken: answer.refresh_token,
        browser: browser(),
      };
    },
    async restart(meanwhile) {
      await service.stop();
      await meanwhile?.();
      service = await open();
    },
    async close() {
      await service.stop();
      await place.remove();
    },
  };
};
