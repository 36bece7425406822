import { TRPCClientError } from '@trpc/client';
import { describe, expect, it } from 'vitest';
import { AppError, toProblem } from '#shared/texts/errors.ts';
import { loadedOf, mapLoaded } from './loaded.ts';

const answered = (thrown: AppError) => {
  const problem = toProblem(thrown, 'req_test');
  return TRPCClientError.from({ error: { message: problem.title, code: -32_000, data: { problem } } });
};

const refusal = answered(new AppError('FORBIDDEN', { reason: 'role' }));
const failure = answered(new AppError('INTERNAL'));

describe('what a query gave', () => {
  it.each([
    ['known', { data: 0, error: null }],
    ['known', { data: 0, error: failure }],
    ['loading', { data: undefined, error: null }],
    ['refused', { data: undefined, error: refusal }],
    ['failed', { data: undefined, error: failure }],
    ['failed', { data: undefined, error: new TypeError('Failed to fetch') }],
  ] as const)('is %s', (state, query) => {
    expect(loadedOf<number>(query).state).toBe(state);
  });

  it('has a part only once it is known', () => {
    const double = (count: number) => count * 2;
    expect(mapLoaded({ state: 'known', data: 2 }, double)).toEqual({ state: 'known', data: 4 });
    expect(mapLoaded({ state: 'loading' }, double)).toEqual({ state: 'loading' });
  });
});
