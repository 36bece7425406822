import { expect } from 'vitest';
import { send } from '#e2e/support/transports.ts';

export interface Account {
  email: string;
  password: string;
  userId: string;
  tenantId: string;
  token: string;
  refreshToken: string;
}
type Fields = Record<string, unknown>;

const password = 'Correct horse 1 battery';

/** What a tool could do that knows only the seed document. */
export const createSeedClient = (address: () => string) => {
  let counter = 0;

  /** Sends a request and returns the body of its success. */
  const call = async (method: string, path: string, token?: string, body?: Fields, status = 200): Promise<Fields> => {
    const answer = await send(address(), method, `/api/v1${path}`, { token, ...(body && { body }) });
    expect({ status: answer.status, text: answer.text }).toMatchObject({ status });
    expect(answer.headers.get('content-type')).toBe('application/json; charset=utf-8');
    return answer.body as Fields;
  };

  const signup = async (): Promise<Account> => {
    counter += 1;
    const email = `person${counter}@example.com`;
    const body = { email, name: `Person ${counter}`, password, company_name: `Company ${counter}` };
    const created = await call('POST', '/auth/signup', undefined, body, 201);
    const tokens = await call('POST', '/auth/login', undefined, { email, password });
    return {
      email,
      password,
      userId: String(created.user_id),
      tenantId: String(created.tenant_id),
      token: String(tokens.access_token),
      refreshToken: String(tokens.refresh_token),
    };
  };

  /** The token from the newest email of a kind to an address, read from the outbox because no mail server is set. */
  const linkSecret = async (reader: Account, kind: string, to: string): Promise<string> => {
    const outbox = `/tenants/${reader.tenantId}/outbox`;
    for (;;) {
      const { mails } = (await call('GET', outbox, reader.token)) as {
        mails: { mail_id: string; kind: string; to: string }[];
      };
      const mail = mails.find((candidate) => candidate.kind === kind && candidate.to === to);
      if (!mail) continue;
      const { url } = await call('POST', `${outbox}/${mail.mail_id}/link`, reader.token);
      return new URLSearchParams(new URL(String(url)).hash.slice(1)).get('token') ?? '';
    }
  };

  const join = async (host: Account, role: string): Promise<Account> => {
    counter += 1;
    const email = `joined${counter}@example.com`;
    await call('POST', `/tenants/${host.tenantId}/invitations`, host.token, { email, role, workspaces: [] }, 201);
    const token = await linkSecret(host, 'invitation', email);
    const answer = await call('POST', '/invitations/accept', undefined, { token, name: 'Joined', password });
    const user = answer.user as Fields;
    return {
      email,
      password,
      userId: String(user.id),
      tenantId: String(user.tenant_id),
      token: String(answer.access_token),
      refreshToken: String(answer.refresh_token),
    };
  };

  return { call, signup, join };
};
