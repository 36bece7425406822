import type { Page } from '@playwright/test';
import { contract } from '#shared/contract/index.ts';
import type { OperationSpec, OutputOf, RequestOf } from '#shared/contract/operation.ts';
import type { Role } from '#shared/rules/roles.ts';
import { writeTokens } from '../../renderer/api/tokens.ts';
import type { Mailbox } from './mailbox.ts';
import { callHttp } from './transports.ts';

/** Accounts for journeys about something else: created through the API, with links from real emails. */

export interface ApiPlace {
  readonly address: string;
  readonly mailbox: Mailbox;
}

export interface NewAccount {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

export type SignedIn = OutputOf<typeof contract.auth.login>;

/** Calls an operation that must succeed. Sessions and the audit log show the user agent. */
const call = async <Op extends OperationSpec>(
  { address }: Pick<ApiPlace, 'address'>,
  operation: Op,
  input: RequestOf<Op>,
  { token, userAgent }: { token?: string; userAgent: string },
): Promise<OutputOf<Op>> => {
  const answer = await callHttp(address, operation, input as Record<string, unknown>, {
    token,
    headers: { 'user-agent': userAgent },
  });
  if (answer.status !== operation.http.status) throw new Error(`${operation.id}: ${answer.status} ${answer.text}`);
  return answer.body as OutputOf<Op>;
};

const tokenOf = (link: string): string => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? '';

const signUp = (server: Pick<ApiPlace, 'address'>, { email, name, password }: NewAccount, userAgent: string) =>
  call(server, contract.auth.signup, { email, name, password, company_name: `${name} Ltd` }, { userAgent });

/** Signs up an owner whose address stays unverified, and signs in. */
export const signUpUnverified = async (
  server: Pick<ApiPlace, 'address'>,
  account: NewAccount,
  userAgent: string,
): Promise<SignedIn> => {
  await signUp(server, account, userAgent);
  return signInByApi(server, account, userAgent);
};

/** Signs up an owner, verifies the address with the link from the email, and signs in. */
export const signUpByApi = async (server: ApiPlace, account: NewAccount, userAgent: string): Promise<SignedIn> => {
  const { auth } = contract;
  const { email, password } = account;
  await signUp(server, account, userAgent);
  const verify = async (): Promise<unknown> => {
    const token = tokenOf(await server.mailbox.link(email, /verify/i));
    return call(server, auth.verifyEmail, { token }, { userAgent });
  };
  const [signedIn] = await Promise.all([signInByApi(server, { email, password }, userAgent), verify()]);
  return signedIn;
};

/** Signs in a user. */
export const signInByApi = (
  server: Pick<ApiPlace, 'address'>,
  { email, password }: Pick<NewAccount, 'email' | 'password'>,
  userAgent: string,
): Promise<SignedIn> => call(server, contract.auth.login, { email, password }, { userAgent });

/** Invites a user as an owner or admin, and accepts with the link from the email. */
export const joinByApi = async (
  server: ApiPlace,
  host: SignedIn,
  { email, name, password }: NewAccount,
  role: Role,
  userAgent: string,
): Promise<SignedIn> => {
  const { team } = contract;
  const invitation = { tenant_id: host.user.tenant_id, email, role };
  await call(server, team.inviteMember, invitation, { token: host.access_token, userAgent });
  const token = tokenOf(await server.mailbox.link(email, /invited you/i));
  return call(server, team.acceptInvitation, { token, name, password }, { userAgent });
};

/** Where a page of `enterConsole` notes that it has got its session. */
const enteredKey = 'journey-entered';

/**
 * Hands a session to a browser page. The page opens the console on its next `goto`. A page that had to be somewhere first
 * would load and paint one more document.
 */
export const enterConsole = async (page: Page, { refresh_token }: Pick<SignedIn, 'refresh_token'>): Promise<void> => {
  const tokens = writeTokens({ key: 'journey', generation: 0, refresh: refresh_token, expiresAt: 0 });
  await page.addInitScript(
    ({ tokens, enteredKey }) => {
      // Once: the console replaces the session, or removes it when the user signs out.
      if (!location.protocol.startsWith('http') || sessionStorage.getItem(enteredKey) !== null) return;
      sessionStorage.setItem(enteredKey, 'yes');
      sessionStorage.setItem('castellan-session', tokens);
    },
    { tokens, enteredKey },
  );
};
