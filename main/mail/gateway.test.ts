import { expect, it, vi } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { createMailGateway } from './gateway.ts';

const app = perTest(() => createTestService());

it('keeps the connections to a mail server until another one is set, and then closes them', async () => {
  const { db, secretBox } = app.service.context;
  let smtpUrl: string | undefined = 'smtp://127.0.0.1:2525';
  const secrets = { current: () => ({ smtpUrl, metricsToken: undefined, backupPassphrase: undefined }) };
  const gateway = createMailGateway({ config: app.service.context.config, secrets }, db, secretBox);
  const first = await gateway.transport();
  if (!first) throw new Error('No mail server');
  const close = vi.spyOn(first, 'close');
  expect(await gateway.transport()).toBe(first);
  expect(close).not.toHaveBeenCalled();
  smtpUrl = 'smtp://127.0.0.1:2526';
  const second = await gateway.transport();
  expect(second).not.toBe(first);
  expect(close).toHaveBeenCalledOnce();
  smtpUrl = undefined;
  expect([await gateway.transport(), await gateway.delivery()]).toEqual([undefined, 'kept']);
});
