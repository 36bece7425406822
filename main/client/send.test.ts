import { expect, it } from 'vitest';
import { ConnectionError } from './errors.ts';
import { defaultLimits, sendRequest } from './send.ts';
import { surroundings } from './surroundings.ts';

/** Sends one request that gets these answers, one after the other. */
const attempt = async (answers: (Response | Error)[], isRepeatable = false) => {
  const waits: number[] = [];
  const bodies: string[] = [];
  const request = new Request('http://castellan.test/', {
    method: 'POST',
    body: 'a body',
    duplex: 'half',
  } as RequestInit);
  const sent = sendRequest(request, isRepeatable, defaultLimits, {
    fetch: async (one) => {
      bodies.push(await one.text());
      const answer = answers.shift() ?? new Response('last');
      if (answer instanceof Error) throw answer;
      return answer;
    },
    wait: async (ms) => void waits.push(ms),
    timeout: () => new AbortController().signal,
  });
  const outcome = await sent.then(
    ({ status }) => status,
    (error: unknown) => error,
  );
  return { outcome, waits, bodies };
};
const busy = (retryAfter: string, status = 503) =>
  new Response('{}', {
    status,
    headers: { 'retry-after': retryAfter, 'content-type': 'application/problem+json; charset=utf-8' },
  });

it('waits as long as it is told, and sends the same again', async () => {
  expect(await attempt([busy('2'), busy('7', 429)])).toEqual({
    outcome: 200,
    waits: [2_000, 7_000],
    bodies: ['a body', 'a body', 'a body'],
  });
});

it('does not wait longer than half a minute, or more often than four times', async () => {
  expect(await attempt([busy('31')])).toMatchObject({ outcome: 503, waits: [] });
  expect(await attempt(Array.from({ length: 9 }, () => busy('1')))).toMatchObject({
    outcome: 503,
    waits: [1_000, 1_000, 1_000, 1_000],
  });
});

it('repeats what may have been carried out only if that does no harm', async () => {
  const lost = new TypeError('terminated');
  expect(await attempt([lost])).toMatchObject({ outcome: expect.any(ConnectionError), waits: [] });
  for (const status of [502, 503, 504]) {
    const proxy = () =>
      new Response('<html>', { status, headers: { 'content-type': 'text/html', 'retry-after': '1' } });
    expect(await attempt([lost, proxy(), lost], true)).toMatchObject({ outcome: 200, waits: [250, 500, 1_000] });
    expect(await attempt([proxy()])).toMatchObject({ outcome: status, waits: [] });
  }
});

it('passes on what the provider of the service answered', async () => {
  const answer = new Response('{}', { status: 502, headers: { 'content-type': 'application/problem+json' } });
  expect(await attempt([answer], true)).toMatchObject({ outcome: 502, waits: [] });
});

/** An answer that ends before its end. */
const half = () =>
  new Response(
    new ReadableStream({
      start(body) {
        body.enqueue(new TextEncoder().encode('{"name":'));
        body.error(new TypeError('terminated'));
      },
    }),
  );

it('takes half an answer for a lost one', async () => {
  expect(await attempt([half()])).toMatchObject({ outcome: expect.any(ConnectionError), waits: [] });
  expect(await attempt([half(), half()], true)).toMatchObject({ outcome: 200, waits: [250, 500] });
});

it('stops waiting once no one wants the answer', async () => {
  const ending = new AbortController();
  const sent = sendRequest(new Request('http://castellan.test/', { signal: ending.signal }), true, defaultLimits, {
    ...surroundings,
    fetch: async () => {
      setTimeout(() => ending.abort(new Error('enough')), 1);
      return busy('30');
    },
  });
  await expect(sent).rejects.toThrow('enough');
});
