import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { minute } from '#shared/rules/limits.ts';
import { sealNotice } from '../security/key-notices.ts';
import { findPublishedKey, publishKey } from '../storage/store/published-keys.ts';
import { followKeys } from './follow-keys.ts';

const app = perTest(() => createTestService());

it('leaves the current key published for ten minutes, for instances that have just connected', async () => {
  const { context } = app.service;
  const { db, keys, secretBox, clock } = context;
  const { kid } = keys.current;
  const entry = { kid, secret: randomBytes(32).toString('base64url'), created_at: new Date(clock.now()).toISOString() };
  await publishKey(db.write, { ...sealNotice(secretBox, kid, entry), published_at: clock.now() });
  // Only a database server has several instances.
  const server = Object.create(db, { isShared: { value: true }, confirm: { value: async () => {} } });
  const shared = { ...context, db: server };
  app.clock.advance(10 * minute);
  await followKeys(shared);
  expect(await findPublishedKey(db.read)).toMatchObject({ key_id: kid });
  app.clock.advance(1);
  await followKeys(shared);
  expect(await findPublishedKey(db.read)).toBeUndefined();
});
