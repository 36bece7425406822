import { expect, it, vi } from 'vitest';
import { ProviderError } from './provider-error.ts';
import { retryRead } from './retries.ts';

const passing = new ProviderError('get_instances', 'network', { sent: true });
const late = new ProviderError('get_instances', 'timeout', { sent: true });
const lasting = new ProviderError('get_instances', 'not_authorized', { sent: true });

/** Reads until it is given up. Returns the pauses between the tries, and with which try it was reported. */
const give = async (failures: readonly Error[]) => {
  const pauses: number[] = [];
  const report = vi.fn();
  const delay = async (ms: number) => void pauses.push(ms);
  const left = [...failures];
  const read = async () => {
    const failure = left.shift();
    if (failure) throw failure;
    return 'read';
  };
  const outcome = await retryRead({ delay, random: () => 0.5 }, read, report).catch((error: unknown) => error);
  return { outcome, pauses, reportedTries: report.mock.lastCall?.[1] };
};

it('tries four times, with longer and longer pauses', async () => {
  expect(await give(Array(3).fill(passing))).toEqual({ outcome: 'read', pauses: [500, 1_000, 2_000] });
  expect(await give(Array(9).fill(passing))).toEqual({
    outcome: passing,
    pauses: [500, 1_000, 2_000],
    reportedTries: 4,
  });
});

it('does not try again what stays wrong', async () => {
  for (const error of [lasting, new TypeError('a bug')])
    expect(await give([error])).toEqual({ outcome: error, pauses: [], reportedTries: 1 });
});

it('tries once more if no answer came in time', async () => {
  expect(await give(Array(9).fill(late))).toEqual({ outcome: late, pauses: [500], reportedTries: 2 });
});
