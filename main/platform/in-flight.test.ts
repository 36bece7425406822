import { expect, test } from 'vitest';
import { createInFlight } from './in-flight.ts';

test('drain resolves at once if nothing is in flight', async () => {
  await expect(createInFlight().drain()).resolves.toBeUndefined();
});

test('drain waits for everything in flight, whether it succeeds or fails', async () => {
  const inFlight = createInFlight();
  const [one, other] = [Promise.withResolvers<string>(), Promise.withResolvers<string>()];
  const first = inFlight.run(() => one.promise);
  const second = inFlight.run(() => other.promise);
  let isSettled = false;
  const settled = inFlight.drain().then(() => {
    isSettled = true;
  });
  one.reject(new Error('no'));
  await expect(first).rejects.toThrow('no');
  expect(isSettled).toBe(false);
  other.resolve('yes');
  expect(await second).toBe('yes');
  await settled;
  await expect(inFlight.drain()).resolves.toBeUndefined();
});
