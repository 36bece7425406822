import { randomBytes } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { createFakeClock } from '#e2e/support/fake-clock.ts';
import { createLogger } from '../platform/logger.ts';
import { createKeyRing } from '../security/keys.ts';
import { createSecretBox } from '../security/secret-box.ts';
import { type ConnectionSettings, createConnections } from './connections.ts';

const parts = () => ({
  sandboxes: { account: vi.fn(), keepOnly: vi.fn() },
  secretBox: createSecretBox(createKeyRing([{ kid: 'k1', secret: randomBytes(32) }])),
  clock: createFakeClock(),
  log: createLogger('silent'),
  stopping: new AbortController().signal,
});
const live: ConnectionSettings = {
  tenant_id: 'tnt_1',
  mode: 'live',
  provider: 'hostwinds',
  base_url: 'https://cp.example/api.php',
  sealed_key: null,
  allow_private_addresses: 0,
  version: 1,
};

it('keeps no one waiting for longer than eight seconds', () => {
  const { connect } = createConnections(parts());
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  connect(live).patience();
  expect(timeout.mock.calls).toEqual([[8_000]]);
});

it('spaces the requests to each account, and those to the sandbox not at all', async () => {
  const send = vi.fn(async () => Response.json({ success: [] }));
  const reserveStart = vi.fn(async (_tenantId: string, now: number) => now);
  const { connect } = createConnections({
    ...parts(),
    sandboxes: {
      account: () => ({ send, payInvoice: vi.fn(), cancelOrder: vi.fn(), reset: vi.fn() }),
      keepOnly: vi.fn(),
    },
    reserveStart,
    dependencies: {
      delay: async () => {},
      random: () => 0,
      timeoutSignal: () => new AbortController().signal,
      send: () => send,
    },
  });
  const spaced: number[] = [];
  for (const [version, mode] of (['sandbox', 'live', 'sandbox', 'live'] as const).entries()) {
    await connect({ ...live, mode, version }).provider.listServers();
    spaced.push(reserveStart.mock.calls.length);
  }
  expect(send).toHaveBeenCalledTimes(4);
  expect(spaced).toEqual([0, 1, 1, 2]);
});
