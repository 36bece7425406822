import { createTRPCClient, type TRPCClient, TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import { describe, expect, test } from 'vitest';
import type { AppRouter } from '#shared/contract/app-router.ts';
import { operations } from '#shared/contract/index.ts';
import { isQuery, takesIdempotencyKey } from '#shared/contract/operation.ts';
import type { RequestNotes } from './auth-link.ts';
import { confirmLink } from './confirm-link.ts';
import { createConfirmations } from './confirmations.ts';
import { idempotencyLink } from './idempotency-link.ts';
import { failureOf, NotConfirmedError, SignedOutError } from './problem.ts';

const refusal = (problem: { code: string; status: number; [more: string]: unknown }) =>
  TRPCClientError.from<AppRouter>({
    error: { message: problem.code, code: -32003, data: { problem: { request_id: 'req_1', ...problem } } },
  } as never);

const asksAgain = () =>
  refusal({
    code: 'REAUTHENTICATION_REQUIRED',
    status: 403,
    confirm_with: ['authenticator', 'recovery_code'],
    max_age_seconds: 600,
  });

interface Sent {
  path: string;
  input: unknown;
  key: string | undefined;
}

/** A service that answers each request as `answer` says, and what was sent to it. */
const setUp = (answer: (sent: Sent) => unknown | Promise<unknown>) => {
  const sent: Sent[] = [];
  const confirmations = createConfirmations();
  let questions = 0;
  confirmations.subscribe(() => {
    if (confirmations.demand()) questions += 1;
  });
  const terminal: TRPCLink<AppRouter> =
    () =>
    ({ op }) =>
      observable((observer) => {
        const request = { path: op.path, input: op.input, key: (op.context as RequestNotes).idempotencyKey };
        sent.push(request);
        void Promise.resolve(answer(request)).then((result) => {
          if (result instanceof TRPCClientError) return observer.error(result);
          observer.next({ result: { type: 'data', data: result } });
          observer.complete();
        });
      });
  const client = createTRPCClient<AppRouter>({ links: [idempotencyLink, confirmLink(confirmations), terminal] });
  return { client, confirmations, sent, asked: () => questions };
};

/** A service that takes nothing until the user has confirmed. */
const setUpStrict = () => {
  let isConfirmed = false;
  const setting = setUp(() => (isConfirmed ? 'done' : asksAgain()));
  return {
    ...setting,
    confirm: () => {
      isConfirmed = true;
      setting.confirmations.confirm();
    },
  };
};

type Call = (input: unknown, options?: { context: { background: boolean } }) => Promise<unknown>;

const callOf = (client: TRPCClient<AppRouter>, feature: string, name: string, kind: 'query' | 'mutate'): Call =>
  (client as unknown as Record<string, Record<string, Record<string, Call>>>)[feature]?.[name]?.[kind] as Call;

const question = (confirmations: ReturnType<typeof createConfirmations>) =>
  expect.poll(() => confirmations.demand(), { interval: 1 });

describe.each(
  operations.map(({ feature, name, operation }) => ({ path: `${feature}.${name}`, feature, name, operation })),
)('$path', ({ path, feature, name, operation }) => {
  const reads = isQuery(operation);
  const kind = reads ? 'query' : 'mutate';

  test(reads ? 'never asks' : 'asks once, then sends the same request again', async () => {
    const { client, confirmations, confirm, sent, asked } = setUpStrict();
    const answer = callOf(client, feature, name, kind)({ some: 'input' });
    if (reads) {
      await expect(answer).rejects.toThrow('REAUTHENTICATION_REQUIRED');
      expect([asked(), sent.length]).toEqual([0, 1]);
      return;
    }
    await question(confirmations).toEqual({ methods: ['authenticator', 'recovery_code'], maxAge: 600 });
    confirm();
    expect(await answer).toBe('done');
    expect(asked()).toBe(1);
    const [first, second] = sent;
    expect(sent).toEqual([
      {
        path,
        input: { some: 'input' },
        key: takesIdempotencyKey(operation) ? expect.stringMatching(/^[0-9a-f]{32}$/) : undefined,
      },
      first,
    ]);
    expect(second?.key).toBe(first?.key);
  });

  test('never asks where no user has made the call', async () => {
    const { client, sent, asked } = setUpStrict();
    const answer = callOf(client, feature, name, kind)({}, { context: { background: true } });
    await expect(answer).rejects.toThrow('REAUTHENTICATION_REQUIRED');
    expect([asked(), sent.length]).toEqual([0, 1]);
  });
});

const revoke = (client: TRPCClient<AppRouter>, key_id: string) => client.security.revokeApiKey.mutate({ key_id });

test('calls that fail together wait for one question', async () => {
  const { client, confirmations, confirm, sent, asked } = setUpStrict();
  const answers = ['a', 'b', 'c'].map((id) => revoke(client, id));
  await question(confirmations).toBeDefined();
  confirm();
  expect(await Promise.all(answers)).toEqual(['done', 'done', 'done']);
  expect([asked(), sent.length]).toEqual([1, 6]);
});

test('a refusal that arrives after the decision needs no second one', async () => {
  const slow = Promise.withResolvers<unknown>();
  const answers: unknown[] = [asksAgain(), slow.promise, 'first', 'second'];
  const { client, confirmations, asked } = setUp(() => answers.shift());
  const first = revoke(client, 'a');
  const second = revoke(client, 'b');
  await question(confirmations).toBeDefined();
  confirmations.confirm();
  expect(await first).toBe('first');
  slow.resolve(asksAgain());
  expect(await second).toBe('second');
  expect(asked()).toBe(1);
});

test('canceling refuses all that wait, sends nothing again, and asks anew for the next call', async () => {
  const { client, confirmations, confirm, sent, asked } = setUpStrict();
  const answers = ['a', 'b'].map((id) => revoke(client, id));
  await question(confirmations).toBeDefined();
  confirmations.cancel();
  for (const answer of answers) {
    const error = await answer.catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(TRPCClientError);
    expect(error).toHaveProperty('cause', expect.any(NotConfirmedError));
    expect(failureOf(error)).toEqual({ kind: 'unconfirmed', errors: [], unreachable: false });
  }
  expect([confirmations.demand(), sent.length]).toEqual([undefined, 2]);
  const next = revoke(client, 'a');
  await question(confirmations).toBeDefined();
  confirm();
  expect(await next).toBe('done');
  expect(asked()).toBe(2);
});

test('the end of the session is told to what waits', async () => {
  const { client, confirmations } = setUpStrict();
  const answer = revoke(client, 'a').catch(failureOf);
  await question(confirmations).toBeDefined();
  confirmations.cancel(new SignedOutError());
  expect(await answer).toMatchObject({ kind: 'signedOut' });
});

test('a call that is refused again after the confirmation fails instead of asking forever', async () => {
  const { client, confirmations, sent, asked } = setUp(asksAgain);
  const answer = revoke(client, 'a').catch(failureOf);
  await question(confirmations).toBeDefined();
  confirmations.confirm();
  expect(await answer).toMatchObject({ kind: 'service', code: 'REAUTHENTICATION_REQUIRED' });
  expect([asked(), sent.length]).toEqual([1, 2]);
});

test('other errors, and errors of the repetition, reach the caller as they are', async () => {
  const answers = [refusal({ code: 'BUSY', status: 503 }), asksAgain(), refusal({ code: 'NOT_FOUND', status: 404 })];
  const { client, confirmations, asked } = setUp(() => answers.shift());
  await expect(revoke(client, 'a')).rejects.toThrow('BUSY');
  expect(asked()).toBe(0);
  const answer = revoke(client, 'a').catch(failureOf);
  await question(confirmations).toBeDefined();
  confirmations.confirm();
  expect(await answer).toMatchObject({ code: 'NOT_FOUND' });
});

test('a call that its caller has given up is not sent again', async () => {
  const confirmations = createConfirmations();
  let sent = 0;
  const next = () =>
    observable<never, TRPCClientError<AppRouter>>((observer) => {
      sent += 1;
      observer.error(asksAgain());
    });
  const op = { id: 1, type: 'mutation', path: 'security.revokeApiKey', input: {}, context: {}, signal: null } as const;
  const subscription = confirmLink(confirmations)({})({ op, next }).subscribe({});
  expect(confirmations.demand()).toBeDefined();
  subscription.unsubscribe();
  confirmations.confirm();
  await new Promise(setImmediate);
  expect(sent).toBe(1);
});
