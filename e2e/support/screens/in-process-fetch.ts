import type { Invocation } from '#main/transport/invoke.ts';
import { trpcHandler } from '#main/transport/trpc/handler.ts';
import {
  captchaHeader,
  deviceHeader,
  forwardAuthPaths,
  idempotencyHeader,
  isBelow,
  oauthPrefix,
  trpcPrefix,
} from '#shared/contract/http-names.ts';
import { livePath } from '#shared/contract/live-topics.ts';
import { callsIn } from '../batched-calls.ts';
import { type TestService, testOrigin } from '../test-service.ts';

/** A call that the console has made. */
export interface Sent {
  /** Such as `team.listMembers`. */
  path: string;
  input: unknown;
  /** Whether the service did what it was asked; undefined while it has yet to answer. */
  done: boolean | undefined;
}

/**
 * What answers a call in place of the service, or changes what that answers. It may throw, as `fetch` does without a connection. `never`: the call stays
 * open, and the page counts as settled. `after`: the same, until then.
 */
export type Instead =
  | ((real: () => Promise<Response>) => Promise<Response>)
  | 'never'
  | { readonly after: Promise<unknown>; readonly answer: () => Promise<Response> };

const invocationOf = (headers: Headers, rememberDevice: (token: string) => void): Invocation => ({
  authorization: headers.get('authorization') ?? undefined,
  idempotencyKey: headers.get(idempotencyHeader) ?? undefined,
  client: {
    ip: '127.0.0.1',
    isLocal: () => true,
    userAgent: 'castellan-test',
    device: headers.get(deviceHeader) ?? undefined,
    captcha: headers.get(captchaHeader) ?? undefined,
    rememberDevice,
    background: headers.get('x-castellan-background') === '1',
    requestId: 'req_test',
  },
});

/** A stream of changes on which nothing ever changes. */
const quietStream = (signal: AbortSignal | null | undefined): Response =>
  new Response(
    new ReadableStream({
      start: (controller) => {
        controller.enqueue(new TextEncoder().encode('event: ready\ndata: {}\n\n'));
        signal?.addEventListener('abort', () => controller.error(signal.reason));
      },
    }),
  );

/**
 * What a page fetches, answered by the service in this process through its real router. Each call is added to `sent`;
 * `instead` may answer one in place of the service.
 */
export const inProcessFetch = (app: TestService, sent: Sent[], instead: Map<string, Instead>): typeof fetch => {
  const handle = trpcHandler(app.service.context);

  /** Answers one call. */
  const ask = async (url: URL, init: RequestInit): Promise<Response> => {
    const text = init.method === 'POST' ? String(init.body ?? 'null') : url.searchParams.get('input');
    const call: Sent = {
      path: url.pathname.slice(trpcPrefix.length + 1),
      input: JSON.parse(text ?? 'null'),
      done: undefined,
    };
    sent.push(call);
    let device: string | undefined;
    const invocation = invocationOf(new Headers(init.headers), (token) => {
      device = token;
    });
    const real = () =>
      handle(
        new Request(url, { method: init.method ?? 'GET', headers: { 'content-type': 'application/json' } }),
        invocation,
        async () => call.input,
        async () => {},
      );
    const answering = instead.get(call.path) ?? real;
    if (answering === 'never') {
      call.done = false;
      return new Promise(() => {});
    }
    if ('after' in answering) {
      call.done = false;
      await answering.after;
      return answering.answer();
    }
    try {
      const answer = await answering(real);
      if (device !== undefined) answer.headers.set(deviceHeader, device);
      call.done = answer.ok;
      return answer;
    } catch (error) {
      call.done = false;
      throw error;
    }
  };

  /** What applications are given has no part in these tests: a journey has it all, with https. */
  const askProvider = async ({ pathname }: URL, { body }: RequestInit): Promise<Response> => {
    const call: Sent = { path: pathname.slice(1), input: JSON.parse(String(body ?? 'null')), done: false };
    sent.push(call);
    const answering = instead.get(call.path);
    if (answering === undefined) throw new Error(`The test has no answer for ${pathname}`);
    if (answering === 'never' || 'after' in answering) return new Promise(() => {});
    const answer = await answering(() => Promise.reject(new Error(`Nothing answers ${pathname}`)));
    call.done = answer.ok;
    return answer;
  };

  return async (input, init = {}) => {
    const url = new URL(String(input), testOrigin);
    if (url.pathname === livePath) return quietStream(init.signal);
    const isOfApplications =
      url.pathname.startsWith(`${oauthPrefix}/`) || isBelow(url.pathname, [forwardAuthPaths.signIn]);
    if (isOfApplications) return askProvider(url, init);
    if (!url.pathname.startsWith(`${trpcPrefix}/`)) throw new Error(`No test serves ${url.pathname}`);
    const calls = callsIn(url);
    if (!calls) return ask(url, init);
    const answers = await Promise.all(calls.map((call) => ask(call, init)));
    return Response.json(await Promise.all(answers.map((answer) => answer.json())));
  };
};
