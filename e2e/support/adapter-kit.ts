import { describe, expect, it } from 'vitest';
import { createLogger } from '#main/platform/logger.ts';
import { createAccountTurns } from '#main/provider/account-turns.ts';
import type { ProviderOptions } from '#main/provider/client.ts';
import type { Provider } from '#main/provider/provider.ts';
import { SendError } from '#main/provider/send-error.ts';
import { second } from '#shared/rules/limits.ts';
import { createFakeClock, type FakeClock } from './fake-clock.ts';
import { failure } from './provider.ts';

type Call = (provider: Provider) => Promise<unknown>;

/** An adapter, with a fake of its provider. */
export interface AdapterUnderTest {
  readonly create: (options: ProviderOptions) => Provider;
  readonly url: string;
  /** What the account takes. It must never appear anywhere. */
  readonly key: string;
  /** A new account, which answers requests as the provider does. */
  readonly account: (clock: FakeClock) => (request: Request) => Promise<Response>;
  /** Whether a request asks for a change. */
  readonly isChange: (request: Request, body: string) => boolean;
  /** An answer that says that nothing was done, and one that quotes a text in such an answer. */
  readonly refusal: (message: string) => Response;
  readonly reads: Readonly<Record<string, Call>>;
  /** What a new account carries out. */
  readonly changes: Readonly<Record<string, Call>>;
  /** What the provider doesn't have. */
  readonly missing: Readonly<Record<string, Call>>;
}

/** Answers that no provider means. */
const oddAnswers: readonly [status: number, body: string][] = [
  [200, ''],
  [200, 'null'],
  [200, '42'],
  [200, '"ok"'],
  [200, '<html>Maintenance</html>'],
  [200, '{"success":'],
  [302, ''],
  [502, 'Bad Gateway'],
];

type Real = () => Promise<Response>;

const createWire = ({ create, url, key, account, isChange }: AdapterUnderTest) => {
  const clock = createFakeClock();
  const handle = account(clock);
  const lines: string[] = [];
  const sent = { all: 0, changes: 0, carriedOut: 0 };
  let answers: ((real: Real) => Promise<Response>)[] = [];
  const delay = async (milliseconds: number): Promise<void> => {
    clock.advance(milliseconds);
  };
  const provider = create({
    url,
    key,
    clock,
    delay,
    turns: createAccountTurns({ clock, delay }),
    count: (call) => call,
    random: () => 0.5,
    log: createLogger('trace', { write: (line: string) => void lines.push(line) }),
    timeoutSignal: () => new AbortController().signal,
    async send(request) {
      const body = await request.clone().text();
      const change = isChange(request, body);
      sent.all += 1;
      if (change) sent.changes += 1;
      const real: Real = () => {
        if (change) sent.carriedOut += 1;
        return handle(request);
      };
      const answer = answers.shift() ?? ((carryOut: Real) => carryOut());
      return answer(real);
    },
  });
  return {
    provider,
    clock,
    lines,
    sent,
    /** How the next requests are answered. */
    answer(answer: (real: Real) => Promise<Response>, times = 1) {
      answers = Array.from({ length: times }, () => answer);
    },
  };
};

/** Declares the tests that every adapter has to pass (main/provider/README.md). */
export const testAdapter = (name: string, adapter: AdapterUnderTest): void => {
  const { key } = adapter;
  const each = (calls: Readonly<Record<string, Call>>) => Object.entries(calls);

  describe(`the promises of an adapter: ${name}`, () => {
    it.each(each(adapter.changes))('%s is asked for once, whatever becomes of the answer', async (_name, change) => {
      const failures: ((real: Real) => Promise<Response>)[] = [
        () => Promise.reject(new SendError('timeout', true)),
        () => Promise.reject(new SendError('network', true, 'ECONNRESET')),
        ...[true, false].flatMap((isCarriedOut) =>
          oddAnswers.map(([status, body]) => async (real: Real) => {
            if (isCarriedOut) await real();
            return new Response(body, { status });
          }),
        ),
      ];
      for (const fail of failures) {
        const wire = createWire(adapter);
        wire.answer(fail);
        const error = await failure(change(wire.provider));
        // Unknown stays unknown: whoever called has to look.
        expect(error).toMatchObject({ sent: true, mayHaveHappened: true });
        expect(wire.sent.changes).toBe(1);
      }
    });

    it.each(each(adapter.changes))('%s that was never sent, or refused, has not happened', async (_name, change) => {
      const unsent = createWire(adapter);
      unsent.answer(() => Promise.reject(new SendError('network', false, 'ECONNREFUSED')));
      expect(await failure(change(unsent.provider))).toMatchObject({ sent: false, mayHaveHappened: false });
      expect(unsent.sent).toMatchObject({ changes: 1, carriedOut: 0 });
      const refused = createWire(adapter);
      refused.answer(async () => adapter.refusal('Sold out.'));
      const error = await failure(change(refused.provider));
      expect(error).toMatchObject({ kind: 'rejected', mayHaveHappened: false });
      expect(error.providerMessage).toContain('Sold out.');
      expect(refused.sent.changes).toBe(1);
    });

    it.each(each(adapter.reads))('%s is asked again where that may help, and not for ever', async (_name, read) => {
      const once = createWire(adapter);
      once.answer(() => Promise.reject(new SendError('timeout', true)));
      await read(once.provider);
      for (const [status, body] of oddAnswers) {
        const wire = createWire(adapter);
        wire.answer(async () => new Response(body, { status }), 99);
        expect((await failure(read(wire.provider))).mayHaveHappened).toBe(true);
        expect(wire.sent.all).toBeLessThanOrEqual(8);
        expect(wire.sent.changes).toBe(0);
      }
    });

    it('sends nothing as long as the provider wants a pause', async () => {
      const wire = createWire(adapter);
      const [change] = Object.values(adapter.changes);
      wire.answer(async () => new Response('{}', { status: 429, headers: { 'retry-after': '120' } }));
      await failure(change?.(wire.provider) ?? Promise.resolve());
      const { all } = wire.sent;
      expect(await failure(wire.provider.listServers())).toMatchObject({ reason: 'rate_limited', sent: false });
      expect(wire.sent.all).toBe(all);
      wire.clock.advance(121 * second);
      await wire.provider.listServers();
    });

    it('never tells the key, also if an answer quotes it', async () => {
      for (const [, call] of each({ ...adapter.reads, ...adapter.changes })) {
        const wire = createWire(adapter);
        wire.answer(async () => adapter.refusal(`The key ${key} is wrong.`), 99);
        const error = await failure(call(wire.provider));
        expect(`${error.stack}${JSON.stringify(error)}${wire.lines.join('')}`).not.toContain(key);
      }
    });

    it('tells money as exact decimals', async () => {
      const { plans } = await createWire(adapter).provider.getPriceList({});
      expect(plans.length).toBeGreaterThan(0);
      for (const { monthly } of plans) expect(monthly).toMatch(/^\d+\.\d{2,6}$/);
    });

    it.each(each(adapter.missing))('%s fails before anything is sent', async (_name, call) => {
      const wire = createWire(adapter);
      expect(await failure(call(wire.provider))).toMatchObject({ reason: 'not_offered', sent: false });
      expect(wire.sent.all).toBe(0);
    });
  });
};
