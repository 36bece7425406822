import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { failsWith } from '#e2e/support/fails-with.ts';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { checkAnswer } from './check-answer.ts';
import { invoke } from './invoke.ts';

describe('an answer', () => {
  const operation = { id: 'getThing', output: z.strictObject({ name: z.string() }) };

  it('passes if it is what the contract says', () => {
    expect(() => checkAnswer(operation, { name: 'Ada' })).not.toThrow();
  });

  it('is refused with the names of the fields, never with their values', () => {
    expect(() => checkAnswer(operation, { name: 7, password_hash: 'hunter2' })).toThrow(
      new Error('The answer of getThing breaks its contract: name invalid_type; unrecognized_keys (password_hash)'),
    );
  });
});

describe('the guard', () => {
  const app = perFile(() => createTestService());

  it('lets no other answer out', async () => {
    const { token } = await app.owner();
    const { getMe } = contract.profile;
    const client = { ip: '127.0.0.1', userAgent: 'test', background: false, requestId: 'req_test' };
    const call = () => invoke(app.service.context, getMe, {}, { authorization: `Bearer ${token}`, client });
    await expect(call()).resolves.toMatchObject({ role: 'owner' });
    vi.spyOn(getMe.output, 'safeParse').mockReturnValue(z.never().safeParse(undefined));
    await failsWith(call(), 'INTERNAL');
  });
});
