import { expect, it } from 'vitest';
import { canaryKey, createEmulatedProvider, createTestProvider, type TestProvider } from '#e2e/support/provider.ts';
import { faultNames } from './emulator/faults.ts';
import { ProviderError } from './provider-error.ts';

/** Everything visible in a value: errors have more than JSON shows. */
const seen = (value: unknown): string =>
  value instanceof Error
    ? [value.name, value.message, value.stack, JSON.stringify(value), seen(value.cause)].join('\n')
    : JSON.stringify(value ?? null);

it('no key, password or configuration key reaches a result, an error or a log line', async () => {
  const { provider, emulator, lines } = createEmulatedProvider();
  const messages: string[] = [];
  const note = async (work: Promise<unknown>): Promise<void> => {
    messages.push(seen(await work.catch((error: unknown) => error)));
  };
  const callAll = async (): Promise<void> => {
    const serviceid = 12_345;
    await note(provider.getInstances());
    await note(provider.getInstance({ serviceid }));
    await note(provider.getPriceList({ serviceid }));
    await note(provider.checkUpgradeOrder({ serviceid }));
    await note(provider.upgradeInstance({ serviceid, rid: 102 }));
    await note(provider.upgradeServer({ serviceid }));
  };
  await callAll();
  for (const fault of faultNames) {
    emulator.fail(fault, { times: 12 });
    await callAll();
  }
  // Check of the search itself: the provider did receive the key and did return the others.
  expect(emulator.state.settings.key).toBe(canaryKey);
  expect(messages.length).toBeGreaterThan(100);
  expect(lines.length).toBeGreaterThan(20);
  for (const secret of [canaryKey, 'root-password-of', 'configkey-of', 'canary'])
    expect([...messages, ...lines].filter((text) => text.includes(secret))).toEqual([]);
});

it('an answer that quotes the request is shortened, and never shows the key', async () => {
  const message = `Bad request: action=upgrade_server&API=${canaryKey}&serviceid=1`;
  const test = createEmulatedProvider();
  test.emulator.handle = async () => Response.json([{ result: 'error', message }]);
  const error = await test.provider.upgradeServer({ serviceid: 1 }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ProviderError);
  expect([seen(error), ...test.lines].filter((text) => text.includes(canaryKey))).toEqual([]);
  expect((error as ProviderError).providerMessage).toBe('Bad request: action=upgrade_server&API=[key]&serviceid=1');
});

/** Characters that forms, URLs and JSON encode differently. */
const awkwardKey = `canary 71c0!ffee/"+=&'%`;

it.each([
  ['verbatim', awkwardKey],
  ['as in a URL', encodeURIComponent(awkwardKey)],
  ['as in a form', new URLSearchParams({ API: awkwardKey }).toString().slice('API='.length)],
])('a key with special characters is never shown, quoted %s', async (_, quoted) => {
  const message = `Bad request: API=${quoted}&serviceid=1`;
  for (const text of [JSON.stringify([{ result: 'error', message }]), phpJson([{ result: 'error', message }])]) {
    const test: TestProvider = createTestProvider({
      key: awkwardKey,
      send: (request) => test.emulator.handle(request),
    });
    test.emulator.handle = async () => new Response(text, { headers: { 'content-type': 'application/json' } });
    const error = await test.provider.upgradeServer({ serviceid: 1 }).catch((thrown: unknown) => thrown);
    expect((error as ProviderError).providerMessage).toBe('Bad request: API=[key]&serviceid=1');
    expect([seen(error), ...test.lines].filter((shown) => shown.includes('71c0'))).toEqual([]);
  }
});

/** JSON as PHP writes it by default, with escaped slashes. */
const phpJson = (value: unknown): string => JSON.stringify(value).replaceAll('/', '\\/');
