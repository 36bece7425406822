import { expect, it } from 'vitest';
import { createJudging } from './judging.ts';

it('lets others wait for each attempt on a subject until none is left', async () => {
  const judging = createJudging();
  expect(judging.next('ann')).toBeUndefined();
  const ends = [judging.begin('ann'), judging.begin('ann')];
  expect(judging.next('bob')).toBeUndefined();
  for (const end of ends) {
    const waiting = judging.next('ann');
    expect(waiting).toBeDefined();
    end();
    await waiting;
  }
  expect(judging.next('ann')).toBeUndefined();
});
