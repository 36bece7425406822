import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openContext } from '../support/browser-contexts.ts';
import { button, choosePlan, openSandbox, order } from '../support/hosting-journey.ts';
import { expect, signIn, signUpOnScreen, test } from '../support/journey.ts';
import { spawnInstance } from '../support/test-app.ts';

test('an upgrade continues where it was after the service is killed', async ({ browser, afterwards }) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'castellan-resume-'));
  afterwards(() => rm(dataDir, { recursive: true, force: true }));
  const start = async () => {
    const server = await spawnInstance({ dataDir, args: ['--rate-limits', 'off'] });
    afterwards(() => server.close());
    const context = await openContext(browser, server.address);
    afterwards(() => context.close());
    return { server, page: await context.newPage() };
  };
  const email = 'resume@example.com';
  const { server: first, page: before } = await start();
  await signUpOnScreen(before, email, 'Rita Resume');
  await openSandbox(before);
  await choosePlan(before, '2 CPU / 4 GB / 75 GB SSD');
  await order(before);
  await first.stop('SIGKILL');
  await before.context().close();

  const { page: after } = await start();
  await signIn(after, email);
  await after.goto('/dashboard/hosting');
  await after.getByRole('link', { name: 'Continue with mail-1' }).click();
  await expect(after.getByRole('heading', { name: 'Pay the invoice' })).toBeVisible();
  await button(after, 'Pay invoice (sandbox)').click();
  await button(after, 'Start upgrade').click();
  await expect(after.getByRole('heading', { name: 'Upgrading the server' })).toBeVisible();
});
