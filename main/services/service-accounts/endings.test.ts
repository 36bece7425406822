import { describe, it } from 'vitest';
import { reachedByHttps } from '#e2e/support/client-credentials.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { expectEnding, serviceAccountEndings, serviceCredentials } from '#e2e/support/service-account-endings.ts';
import { createTestService } from '#e2e/support/test-service.ts';

const app = perTest(() => createTestService().then(reachedByHttps));

describe.each(serviceCredentials)('with an %s', (credential) => {
  it.each(Object.entries(serviceAccountEndings))('once %s, its next change is judged by it', async (_name, ending) => {
    await expectEnding(app, ending, credential);
  });
});
