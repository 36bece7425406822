import { afterAll, beforeAll, expect, it } from 'vitest';
import { createKey } from '#e2e/support/api-keys.ts';
import { failsWith } from '#e2e/support/fails-with.ts';
import { createTestService, type TestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { createLogger } from '../platform/logger.ts';

const lines: Record<string, unknown>[] = [];
let app: TestService;
beforeAll(async () => {
  const log = createLogger('info', { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) });
  app = await createTestService({ 'rate-limits': 'off' }, { log });
});
afterAll(() => app.close());

it('the log names the key of a change and of a refusal, and none for a session', async () => {
  const owner = await app.owner();
  const { key, api_key } = await createKey(app, owner);
  const lineOf = async (call: () => Promise<unknown>) => {
    lines.length = 0;
    await call();
    return lines.find(({ msg }) => msg === 'done' || msg === 'refused');
  };
  const rename = (token: string) => app.call(contract.profile.updateMe, { name: 'Renamed' }, { token });
  const named = { key_id: api_key.key_id, user_id: owner.id };
  expect(await lineOf(() => rename(key))).toMatchObject({ operation: 'updateMe', msg: 'done', ...named });
  const wrong = () => failsWith(app.call(contract.profile.updateMe, { name: '' }, { token: key }), 'VALIDATION_FAILED');
  expect(await lineOf(wrong)).toMatchObject({ operation: 'updateMe', msg: 'refused', ...named });
  expect(await lineOf(() => rename(owner.token))).not.toHaveProperty('key_id');
});
