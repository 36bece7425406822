import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { createFakeClock } from '#e2e/support/fake-clock.ts';
import { createFixedIds } from '#e2e/support/fixed-ids.ts';
import { createKeyRing } from './keys.ts';
import { issueChallenge, openChallenge } from './passkey-challenges.ts';
import { createSecretBox } from './secret-box.ts';

it('opens a challenge of another instance that runs a newer version', () => {
  const secretBox = createSecretBox(createKeyRing([{ kid: 'k1', secret: randomBytes(32) }]));
  const parts = { clock: createFakeClock(), ids: createFixedIds(), secretBox };
  const use = { purpose: 'sign_in', bound: '' } as const;
  const { challenge, token } = issueChallenge(parts, use, { id: 'localhost', origin: 'http://localhost' });
  const content: unknown = JSON.parse(secretBox.openToken('passkey-challenge', token));
  const newer = secretBox.sealToken('passkey-challenge', JSON.stringify({ ...(content as object), hint: 'hybrid' }));
  expect(openChallenge(parts, newer, use)).toMatchObject({ challenge, ...use });
});
