import { expect, test } from 'vitest';
import { createUnderWay } from './under-way.ts';

test('nothing is waited for where nothing is under way', async () => {
  await expect(createUnderWay().settled()).resolves.toBeUndefined();
});

test('an end waits for all that is under way, however each turns out, and tells its outcome', async () => {
  const underWay = createUnderWay();
  const [one, other] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const first = underWay.run(() => one.promise);
  const second = underWay.run(() => other.promise);
  let isSettled = false;
  const settled = underWay.settled().then(() => {
    isSettled = true;
  });
  one.reject(new Error('no'));
  await expect(first).rejects.toThrow('no');
  expect(isSettled).toBe(false);
  other.resolve('yes');
  expect(await second).toBe('yes');
  await settled;
  await expect(underWay.settled()).resolves.toBeUndefined();
});
