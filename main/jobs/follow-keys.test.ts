import { randomBytes } from 'node:crypto';
import { expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { minute } from '#shared/rules/limits.ts';
import { recordInstallation } from '../security/installation.ts';
import { sealNotice } from '../security/key-notices.ts';
import { findInstallation } from '../storage/store/installation.ts';
import { findPublishedKey, publishKey } from '../storage/store/published-keys.ts';
import { followKeys } from './follow-keys.ts';

const app = perTest(() => createTestService());

/** Only a database server has several instances. */
const shared = (): typeof app.service.context => {
  const { context } = app.service;
  const server = Object.create(context.db, { isShared: { value: true }, confirm: { value: async () => {} } });
  return { ...context, db: server };
};

it('leaves the current key published for ten minutes, for instances that have just connected', async () => {
  const { context } = app.service;
  const { db, keys, secretBox, clock } = context;
  const { kid } = keys.current;
  const entry = { kid, secret: randomBytes(32).toString('base64url'), created_at: new Date(clock.now()).toISOString() };
  await publishKey(db.write, { ...sealNotice(secretBox, kid, entry), published_at: clock.now() });
  app.clock.advance(10 * minute);
  await followKeys(shared());
  expect(await findPublishedKey(db.read)).toMatchObject({ key_id: kid });
  app.clock.advance(1);
  await followKeys(shared());
  expect(await findPublishedKey(db.read)).toBeUndefined();
});

it('keeps a key that came into use while it looked away, also if the next one is published by then', async () => {
  const { context } = app.service;
  const { db, keys, secretBox, clock } = context;
  const [first, second] = [await keys.newEntry(clock.now()), await keys.newEntry(clock.now())];
  await keys.adopt(first);
  const used = keys.find(first.kid);
  const installation = await findInstallation(db.read);
  await db.transaction({}, async (tx) => {
    if (used) await recordInstallation(tx, { current: used }, installation?.installation_id ?? '');
  });
  await publishKey(db.write, { ...sealNotice(secretBox, second.kid, second), published_at: clock.now() });
  await followKeys(shared());
  expect([keys.current.kid, keys.next]).toEqual([first.kid, second.kid]);
});
