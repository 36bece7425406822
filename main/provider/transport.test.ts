import { describe, expect, it } from 'vitest';
import { createFakeClock, type FakeClock } from '#e2e/support/fake-clock.ts';
import { failure } from '#e2e/support/provider.ts';
import { second } from '#shared/rules/limits.ts';
import { createAccountTurns } from './account-turns.ts';
import { SendError } from './send-error.ts';
import { type Answer, createTransport, type Parameter, type Send, type TransportOptions } from './transport.ts';

const key = 'canary-key-5b1d';

const arrange = (send: Send, changed: Partial<TransportOptions> = {}) => {
  const clock = createFakeClock();
  const limits: number[] = [];
  const sendAction = createTransport({
    url: 'https://provider.example/cloud/api.php',
    key,
    send,
    clock,
    turns: createAccountTurns({ clock, delay: async (milliseconds) => clock.advance(milliseconds) }),
    timeoutSignal(milliseconds) {
      limits.push(milliseconds);
      return new AbortController().signal;
    },
    ...changed,
  });
  const transport = (action: string, parameters: Record<string, Parameter>) =>
    sendAction(action, { priority: 'poll' }, parameters);
  return { transport, clock, limits };
};

const answer = (text = '{}'): Answer => new Response(text);

describe("an action's request", () => {
  it('is a form sent by POST: action, API, booleans as 0 and 1, lists as name[], nothing for omitted values', async () => {
    const requests: Request[] = [];
    const { transport } = arrange(async (request) => {
      requests.push(request);
      return answer();
    });
    const parameters = { serviceid: 7, managed: false, hourly: true, rid: undefined, keys: ['a', 'b c'], note: 'ä&=+' };
    await transport('get_price_list', parameters);
    const [request] = requests;
    expect(request?.method).toBe('POST');
    expect(request?.url).toBe('https://provider.example/cloud/api.php');
    expect(request?.headers.get('content-type')).toMatch(/^application\/x-www-form-urlencoded/);
    expect(request?.redirect).toBe('manual');
    // Some firewalls reject requests without a user agent.
    expect(request?.headers.get('user-agent')).toBe('castellan');
    expect(await request?.text()).toBe(
      `action=get_price_list&API=${key}&serviceid=7&managed=0&hourly=1&keys%5B%5D=a&keys%5B%5D=b+c&note=%C3%A4%26%3D%2B`,
    );
  });

  it('is not sent if its turn can’t be reserved', async () => {
    let sent = 0;
    const { transport } = arrange(
      async () => {
        sent += 1;
        return answer();
      },
      {
        turns: createAccountTurns({
          clock: createFakeClock(),
          delay: async () => {},
          reserveStart: () => Promise.reject(new Error('no database')),
        }),
      },
    );
    expect(await failure(transport('get_instances', {}))).toMatchObject({
      reason: 'network',
      sent: false,
      code: 'BUSY',
    });
    expect(sent).toBe(0);
  });

  it('has the key only in its body', async () => {
    const requests: Request[] = [];
    const { transport } = arrange(async (request) => {
      requests.push(request);
      return answer();
    });
    await transport('get_instances', {});
    expect(JSON.stringify([requests[0]?.url, ...(requests[0]?.headers ?? [])])).not.toContain(key);
  });

  it.each(['not a url', 'https://', 'https://owner:secret@provider.example/'])(
    'is not sent if it has %s',
    async (url) => {
      let sent = 0;
      const { transport } = arrange(
        async () => {
          sent += 1;
          return answer();
        },
        { url },
      );
      const error = await failure(transport('get_instances', {}));
      expect(error).toMatchObject({ reason: 'address_refused', sent: false });
      expect(JSON.stringify([error, error.message, error.stack])).not.toContain('secret');
      expect(sent).toBe(0);
    },
  );
});

describe('a provider that takes no requests for now', () => {
  const send: Send = async () => answer();
  const paused = (status: number, after: string, clock: FakeClock) => {
    const answers = [new Response('', { status, headers: { 'retry-after': after } })];
    const left: number[] = [];
    const arranged = arrange(
      async (request) => {
        left.push(clock.now());
        return answers.shift() ?? send(request);
      },
      {
        clock,
        turns: createAccountTurns({ clock, delay: async (milliseconds) => clock.advance(milliseconds) }),
      },
    );
    return { ...arranged, left };
  };

  it.each([
    ['seconds', 429, '7'],
    ['a date', 503, 'Thu, 15 Jan 2026 12:00:07 GMT'],
  ])('is left alone until the time that it names in %s', async (_, status, after) => {
    const clock = createFakeClock();
    const { transport, left } = paused(status, after, clock);
    await transport('get_instances', {});
    await transport('get_instances', {});
    expect((left[1] ?? 0) - (left[0] ?? 0)).toBe(7 * second);
  });

  it('for longer than a few seconds gets nothing meanwhile, and callers are told', async () => {
    const clock = createFakeClock();
    const { transport, left } = paused(429, '120', clock);
    await transport('get_instances', {});
    expect(await failure(transport('upgrade_instance', {}))).toMatchObject({ reason: 'rate_limited', sent: false });
    expect(left).toHaveLength(1);
    clock.advance(120 * second);
    await transport('get_instances', {});
    expect(left).toHaveLength(2);
  });

  it.each([
    [200, '60'],
    [429, 'soon'],
    [429, '-5'],
    [503, 'Thu, 15 Jan 2026 11:00:00 GMT'],
  ])('does not, if it answers %i with %s', async (status, after) => {
    const clock = createFakeClock();
    const { transport, left } = paused(status, after, clock);
    await transport('get_instances', {});
    await transport('get_instances', {});
    expect((left[1] ?? 0) - (left[0] ?? 0)).toBe(500);
  });
});

describe('limits', () => {
  it('give each request 30 seconds', async () => {
    const { transport, limits } = arrange(async () => answer());
    await transport('get_instances', {});
    expect(limits).toEqual([30 * second]);
  });

  it('end a request that is never answered, and one whose body stalls', async () => {
    const controllers: AbortController[] = [];
    const timeoutSignal = (): AbortSignal => {
      const controller = new AbortController();
      controllers.push(controller);
      return controller.signal;
    };
    /** After the wait for the request has begun. */
    const abort = (): void => void setImmediate(() => controllers.at(-1)?.abort());
    const silent = arrange(
      () => {
        abort();
        return new Promise(() => {});
      },
      { timeoutSignal },
    );
    expect(await failure(silent.transport('x', {}))).toMatchObject({ reason: 'timeout', sent: true });
    async function* stalling() {
      yield new TextEncoder().encode('{"succ');
      abort();
      await new Promise(() => {});
    }
    const stalled = arrange(async () => ({ status: 200, body: stalling() }), { timeoutSignal });
    expect(await failure(stalled.transport('x', {}))).toMatchObject({ reason: 'timeout', sent: true });
  });

  it('stop reading at 16 MB, without requesting the rest', async () => {
    const chunk = new Uint8Array(1024 * 1024).fill(32);
    let read = 0;
    let closed = false;
    async function* endless() {
      try {
        for (;;) {
          read += 1;
          yield chunk;
        }
      } finally {
        closed = true;
      }
    }
    const { transport } = arrange(async () => ({ status: 200, body: endless() }));
    expect(await failure(transport('x', {}))).toMatchObject({ reason: 'too_large', sent: true });
    expect([read, closed]).toEqual([17, true]);
  });

  it('accept exactly 16 MB, and characters split between chunks', async () => {
    const { transport } = arrange(async () => answer(' '.repeat(16 * 1024 * 1024)));
    expect((await transport('x', {})).text).toHaveLength(16 * 1024 * 1024);
    const [first, second] = [new Uint8Array([0xc3]), new Uint8Array([0xa4])];
    async function* cut() {
      yield first;
      yield second;
    }
    const other = arrange(async () => ({ status: 200, body: cut() }));
    expect((await other.transport('x', {})).text).toBe('ä');
  });
});

describe('a failing request', () => {
  it("keeps the network's own classification", async () => {
    const { transport } = arrange(() => Promise.reject(new SendError('network', false, 'ECONNREFUSED')));
    expect(await failure(transport('x', {}))).toMatchObject({ reason: 'network', sent: false, code: 'ECONNREFUSED' });
  });

  it('counts as sent if unclear', async () => {
    const { transport } = arrange(() => Promise.reject(new TypeError(`fetch failed: ${key}`)));
    const error = await failure(transport('x', {}));
    expect(error).toMatchObject({ reason: 'network', sent: true });
    expect(JSON.stringify([error, error.message, error.stack, error.cause])).not.toContain(key);
  });
});
