import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, createSend, describe, type Fields, type RequestOptions, type Send } from './client.ts';
import { Failed, NotTried } from './verdict.ts';

export interface Account {
  email: string;
  password: string;
  userId: string;
  tenantId: string;
  token: string;
  refreshToken: string;
}

/** The password of every account that a run creates. */
export const password = 'Correct horse 1 battery';
export const minute = 60;
export const hour = 60 * minute;
export const day = 24 * hour;

const mailWaitMs = 10_000;

/** What an answer told, for a comparison with the OpenAPI document. */
export interface Seen {
  method: string;
  /** Without the query. */
  path: string;
  status: number;
  /** Of an error. */
  code: string | undefined;
}

/** A running installation, seen from outside. */
export interface Installation {
  send: Send;
  /** Every answer so far. */
  seen(): readonly Seen[];
  /** Like `send`, and expects a 2xx with JSON. @throws Failed, or NotTried if the installation limits requests. */
  call(method: string, path: string, options?: RequestOptions): Promise<Fields>;
  /** An address that no account has. */
  newEmail(): string;
  /** A new account with its own tenant, signed in. */
  signUp(): Promise<Account>;
  signIn(account: Account): Promise<Account>;
  /** Adds a member by invitation. */
  join(host: Account, role?: string, workspaces?: string[]): Promise<Account>;
  /** The token of the newest email link of a kind, read from the outbox of the reader's team. @throws NotTried */
  mailedToken(reader: Account, kind: string, to: string): Promise<string>;
  /** Moves the clock ahead, in seconds. @throws NotTried without a test clock. */
  advance(seconds: number): Promise<void>;
}

const expectSuccess = (answer: Answer, what: string): Fields => {
  if (answer.status === 429) throw new NotTried(`${what} is rate limited`);
  if (answer.status < 200 || answer.status > 299 || !answer.isJson) throw new Failed(`${what}: ${describe(answer)}`);
  return answer.body;
};

export const createInstallation = (baseUrl: string): Installation => {
  const answers: Seen[] = [];
  const request = createSend(baseUrl);
  const send: Send = async (method, path, options) => {
    const answer = await request(method, path, options);
    const code = typeof answer.body.code === 'string' ? answer.body.code : undefined;
    answers.push({ method, path: path.replace(/\?.*/, ''), status: answer.status, code });
    return answer;
  };
  // A second run on the same installation must not meet the addresses of the first.
  const runId = randomBytes(4).toString('hex');
  let counter = 0;
  const call: Installation['call'] = async (method, path, options) =>
    expectSuccess(await send(method, path, options), `${method} ${path.replaceAll(/token=[^&]+/g, 'token=…')}`);
  const newEmail = (): string => {
    counter += 1;
    return `conformance-${runId}-${counter}@example.com`;
  };
  const signIn: Installation['signIn'] = async (account) => {
    const answer = await call('POST', '/api/v1/auth/login', {
      body: { email: account.email, password: account.password },
    });
    return { ...account, token: String(answer.access_token), refreshToken: String(answer.refresh_token) };
  };
  const mailedToken: Installation['mailedToken'] = async (reader, kind, to) => {
    const outbox = `/api/v1/tenants/${reader.tenantId}/outbox`;
    const giveUpAt = performance.now() + mailWaitMs;
    while (performance.now() < giveUpAt) {
      const { mails, delivery } = await call('GET', outbox, { token: reader.token });
      if (delivery !== 'kept') throw new NotTried('a mail server is set, so links leave with the emails');
      const mail = (mails as Fields[]).find((candidate) => candidate.kind === kind && candidate.to === to);
      if (mail) {
        const { url } = await call('POST', `${outbox}/${mail.mail_id}/link`, { token: reader.token });
        return new URLSearchParams(new URL(String(url)).hash.slice(1)).get('token') ?? '';
      }
      await sleep(50);
    }
    throw new Failed(`no ${kind} email to ${to} within ${mailWaitMs / 1_000} s`);
  };
  return {
    send,
    seen: () => [...answers],
    call,
    newEmail,
    signIn,
    mailedToken,
    async signUp() {
      const email = newEmail();
      const body = { email, name: 'Conformance Run', password, company_name: `Conformance ${counter}` };
      const created = await call('POST', '/api/v1/auth/signup', { body });
      return signIn({
        email,
        password,
        userId: String(created.user_id),
        tenantId: String(created.tenant_id),
        token: '',
        refreshToken: '',
      });
    },
    async join(host, role = 'member', workspaces = []) {
      const email = newEmail();
      const invitation = { email, role, workspaces };
      await call('POST', `/api/v1/tenants/${host.tenantId}/invitations`, { token: host.token, body: invitation });
      const token = await mailedToken(host, 'invitation', email);
      const { user } = await call('POST', '/api/v1/invitations/accept', { body: { token, name: 'Joined', password } });
      const { id, tenant_id } = user as Fields;
      const ids = { userId: String(id), tenantId: String(tenant_id) };
      return signIn({ email, password, ...ids, token: '', refreshToken: '' });
    },
    async advance(seconds) {
      const answer = await send('POST', `/test/clock?advance_seconds=${seconds}`);
      if (answer.status !== 200) throw new NotTried('requires a service started with --test-clock');
    },
  };
};
