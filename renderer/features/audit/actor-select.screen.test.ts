import { expect } from 'vitest';
import { screenTests } from '#e2e/support/screens/screen-test.ts';
import { createServiceAccount } from '#e2e/support/service-accounts.ts';
import { createWorkspace } from '#e2e/support/team.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();

screenTest('audit/actor-select', [], 'shows what a service account did', async ({ app, owner, open }) => {
  const { slug } = await createWorkspace(app, owner, 'Research');
  const { key } = await createServiceAccount(app, owner, { role: 'admin', scopes: ['workspaces.settings'] });
  const renaming = { tenant_id: owner.tenantId, slug, name: 'Development' };
  await app.call(contract.workspaces.updateWorkspace, renaming, { token: key });
  const page = await open(owner, '/dashboard/audit');
  await page.find('row', /Created a service account/);
  await page.choose('Filter by person', 'Service account Robot');
  await expect.poll(() => page.has('row', /Created a service account/)).toBe(false);
  await page.find('row', /Service account Robot/);
  expect((await page.field('Filter by person')).value).toBe('Service account Robot');
});
