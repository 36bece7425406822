import { afterEach, describe, expect, it } from 'vitest';
import { createTestProvider, failure, type TestProvider } from '#e2e/support/provider.ts';
import { minute } from '#shared/rules/limits.ts';
import { createNetworkSend } from '../network.ts';
import { type EmulatorServer, serveEmulator } from './server.ts';

let server: EmulatorServer | undefined;
afterEach(() => server?.close());

/** The real client over a real connection. */
const arrange = async (): Promise<TestProvider> => {
  let handle: (request: Request) => Promise<Response> = () => Promise.reject(new Error('Not ready'));
  server = await serveEmulator((request) => handle(request));
  const send = createNetworkSend({ allowPrivateAddresses: true });
  const test = createTestProvider({ send, url: server.url });
  handle = (request) => test.emulator.handle(request);
  return test;
};
const serviceid = 12_345;

describe('an emulator on a local port', () => {
  it('serves an upgrade from the order to its confirmation', async () => {
    const { provider, emulator, clock } = await arrange();
    await provider.upgradeInstance({ serviceid, rid: 102 });
    const { order } = await provider.checkUpgradeOrder({ serviceid });
    emulator.payInvoice(order?.invoiceid ?? 0);
    await provider.upgradeServer({ serviceid });
    clock.advance(minute);
    expect((await provider.getInstance({ serviceid })).status).toBe('RESIZED');
    await provider.confirmUpgrade({ serviceid });
    expect(await provider.getInstance({ serviceid })).toMatchObject({ status: 'ACTIVE', sizes: { ram_mb: 4_096 } });
  });

  it.each([
    ['reset_before', 'network', false],
    ['reset_after', 'network', true],
    ['reset_body', 'network', true],
    ['stalled_body', 'timeout', true],
    ['timeout_before', 'timeout', false],
    ['timeout_after', 'timeout', true],
    ['too_large', 'too_large', true],
    ['redirect', 'redirected', false],
  ] as const)('with %s makes a real connection report %s', async (fault, reason, carriedOut) => {
    const { provider, emulator } = await arrange();
    emulator.fail(fault, { action: 'upgrade_instance' });
    expect(await failure(provider.upgradeInstance({ serviceid, rid: 102 }))).toMatchObject({ reason, sent: true });
    expect(emulator.state.orders).toHaveLength(carriedOut ? 1 : 0);
    expect(emulator.state.calls).toEqual({ upgrade_instance: 1 });
    // The next call succeeds, and shows the outcome of the failed one.
    const { order } = await provider.checkUpgradeOrder({ serviceid });
    expect(order !== null).toBe(carriedOut);
  });
});
