import { expect, it } from 'vitest';
import { ProviderError } from './provider-error.ts';
import { callOutcomes, createProviderUsage } from './provider-usage.ts';

it('adds up what waits at all accounts, and tells the oldest', () => {
  const account = (count: number, since: number | undefined) => ({
    take: async () => {},
    pause: () => {},
    waiting: () => ({ count, since }),
  });
  const accounts = [account(2, 500), account(0, undefined), account(3, 300)];
  const usage = createProviderUsage(() => accounts);
  expect(usage.waiting('poll')).toEqual({ count: 5, since: 300 });
  accounts.splice(0);
  expect(usage.waiting('poll')).toEqual({ count: 0, since: undefined });
});

it('counts calls by how they end, and passes on their answers and errors', async () => {
  const usage = createProviderUsage(() => []);
  expect(await usage.count(Promise.resolve(7))).toBe(7);
  const refused = new ProviderError('get_instance', 'refused', { sent: true });
  const late = new ProviderError('get_instance', 'timeout', { sent: true });
  await expect(usage.count(Promise.reject(refused))).rejects.toBe(refused);
  await expect(usage.count(Promise.reject(late))).rejects.toBe(late);
  await expect(usage.count(Promise.reject(late))).rejects.toBe(late);
  expect(callOutcomes.map((outcome) => [outcome, usage.calls(outcome)])).toEqual([
    ['success', 1],
    ['rejected', 1],
    ['unauthorized', 0],
    ['unreachable', 2],
    ['unreadable', 0],
  ]);
});
