import { randomBytes } from 'node:crypto';
import { expect, it, vi } from 'vitest';
import { createFakeClock } from '#e2e/support/fake-clock.ts';
import { createLogger } from '../platform/logger.ts';
import { createKeyRing } from '../security/keys.ts';
import { createSecretBox } from '../security/secret-box.ts';
import { createConnections } from './connections.ts';

it('keeps no one waiting for longer than eight seconds', () => {
  const { connect } = createConnections({
    sandboxes: { account: vi.fn(), keepOnly: vi.fn() },
    secretBox: createSecretBox(createKeyRing([{ kid: 'k1', secret: randomBytes(32) }])),
    clock: createFakeClock(),
    log: createLogger('silent'),
    stopping: new AbortController().signal,
  });
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  connect({
    tenant_id: 'tnt_1',
    mode: 'live',
    provider: 'hostwinds',
    base_url: 'https://cp.example/api.php',
    sealed_key: null,
    allow_private_addresses: 0,
    version: 1,
  }).patience();
  expect(timeout.mock.calls).toEqual([[8_000]]);
});
