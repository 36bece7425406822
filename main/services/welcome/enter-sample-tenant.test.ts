import { expect, it } from 'vitest';
import { failsWith } from '#e2e/fixtures/fails-with.ts';
import { createTestService } from '#e2e/fixtures/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { second, throttles } from '#shared/limits.ts';

const { createSampleTenant, enterSampleTenant } = contract.welcome;

it('is limited per address, together with creating it', async () => {
  const app = await createTestService();
  try {
    await app.call(createSampleTenant, {});
    const { limit, windowMs } = throttles.sample;
    for (let count = 1; count < limit; count += 1) await app.call(enterSampleTenant, {});
    const { retry_after } = await failsWith(app.call(enterSampleTenant, {}), 'RATE_LIMITED');
    expect(retry_after).toBe(windowMs / second);
  } finally {
    await app.close();
  }
});
