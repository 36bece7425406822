import { it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { expectEnding, serviceAccountEndings } from '#e2e/support/service-account-endings.ts';
import { createTestService } from '#e2e/support/test-service.ts';

const app = perTest(() => createTestService());

it.each(Object.entries(serviceAccountEndings))('once %s, its next change is judged by it', async (_name, ending) => {
  await expectEnding(app, ending);
});
