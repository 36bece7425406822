import { createTRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { expect, test, vi } from 'vitest';
import type { AppRouter } from '#shared/contract/app-router.ts';
import { authLink, type RequestNotes } from './auth-link.ts';
import { SignedOutError } from './problem.ts';
import type { Session } from './session.ts';

const refusal = (code: string, status: number, reason?: string) =>
  TRPCClientError.from<AppRouter>({
    error: { message: code, code: -32001, data: { problem: { code, status, reason, request_id: 'req_1' } } },
  } as never);

const setUp = (
  answer: (path: string, token: string | undefined, background: boolean | undefined) => unknown,
  isBackground = (_path: string) => false,
) => {
  let current = 'old';
  const session = {
    accessToken: vi.fn(async () => current),
    reject: vi.fn(() => {
      current = 'new';
    }),
    end: vi.fn(),
    recordActivity: vi.fn(),
  };
  const terminal: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        const { accessToken, background } = op.context as RequestNotes;
        const result = answer(op.path, accessToken, background);
        if (result instanceof TRPCClientError) observer.error(result);
        else {
          observer.next({ result: { type: 'data', data: result } });
          observer.complete();
        }
      });
  const client = createTRPCClient<AppRouter>({
    links: [authLink(session as unknown as Session, isBackground), terminal],
  });
  return { client, session };
};

test('an expired token is refreshed and the request is sent once more', async () => {
  const { client, session } = setUp((_path, token) => (token === 'new' ? 'me' : refusal('TOKEN_EXPIRED', 401)));
  expect(await client.profile.getMe.query()).toBe('me');
  expect(session.reject).toHaveBeenCalledExactlyOnceWith('old');
  expect(session.end).not.toHaveBeenCalled();
});

test('a token that is refused twice ends the session', async () => {
  const { client, session } = setUp(() => refusal('TOKEN_INVALID', 401));
  await expect(client.profile.getMe.query()).rejects.toThrow('TOKEN_INVALID');
  expect(session.end).toHaveBeenCalledExactlyOnceWith(undefined);
});

test('the end of the session is reported with its reason, without a retry', async () => {
  const { client, session } = setUp(() => refusal('SESSION_ENDED', 401, 'revoked'));
  await expect(client.profile.getMe.query()).rejects.toThrow('SESSION_ENDED');
  expect(session.reject).not.toHaveBeenCalled();
  expect(session.end).toHaveBeenCalledExactlyOnceWith('revoked');
});

test('an invalid link does not affect the session, though it shares an error code', async () => {
  const { client, session } = setUp(() => refusal('TOKEN_INVALID', 400));
  await expect(client.sessions.listSessions.query()).rejects.toThrow('TOKEN_INVALID');
  expect(session.reject).not.toHaveBeenCalled();
  expect(session.end).not.toHaveBeenCalled();
});

test('a call that nobody asked for is not activity, nor is the refresh that it needs', async () => {
  const { client, session } = setUp(
    (_path, _token, background) => background,
    (path) => path === 'profile.getMe',
  );
  expect(await client.profile.getMe.query()).toBe(true);
  expect(session.accessToken).toHaveBeenCalledExactlyOnceWith({ background: true });
  expect(session.recordActivity).not.toHaveBeenCalled();
  expect(await client.sessions.listSessions.query()).toBe(false);
  expect(session.recordActivity).toHaveBeenCalledOnce();
  // Someone asks amid a reload of the same operation.
  expect(await client.profile.getMe.query(undefined, { context: { background: false } })).toBe(false);
  expect(session.recordActivity).toHaveBeenCalledTimes(2);
});

test('public operations are sent without a token', async () => {
  const { client, session } = setUp((path, token) => ({ path, token }));
  expect(await client.auth.forgotPassword.mutate({ email: 'a@b.example' })).toEqual({ path: 'auth.forgotPassword' });
  expect(session.accessToken).not.toHaveBeenCalled();
});

test('nothing is sent while signed out, and the error says so', async () => {
  const answer = vi.fn();
  const { client, session } = setUp(answer);
  session.accessToken.mockRejectedValueOnce(new SignedOutError());
  await expect(client.profile.getMe.query()).rejects.toMatchObject({ cause: new SignedOutError() });
  expect(answer).not.toHaveBeenCalled();
});

test('a call that is given up while its token is fetched is never sent', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const session = { accessToken: () => promise } as unknown as Session;
  const next = vi.fn(() => observable(() => {}));
  const op = { path: 'profile.getMe', context: {} };
  const call = authLink(session, () => false)({} as never)({ op, next } as never);
  call.subscribe({}).unsubscribe();
  resolve('late');
  await new Promise(setImmediate);
  expect(next).not.toHaveBeenCalled();
});

test('user requests count as activity once they are answered; background requests never do', async () => {
  const { client, session } = setUp((path) => (path === 'sessions.listSessions' ? refusal('BUSY', 503) : 'answer'));
  await client.profile.getMe.query(undefined, { context: { background: true } });
  await expect(client.sessions.listSessions.query()).rejects.toThrow('BUSY');
  await client.auth.forgotPassword.mutate({ email: 'a@b.example' });
  expect(session.recordActivity).not.toHaveBeenCalled();
  await client.profile.getMe.query();
  expect(session.recordActivity).toHaveBeenCalledOnce();
});
