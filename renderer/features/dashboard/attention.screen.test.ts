import { expect } from 'vitest';
import { screenTests } from '#e2e/support/screens/screen-test.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();

screenTest(
  'dashboard/attention',
  [],
  'says that email is held once the step for a mail server is out of sight',
  async ({ operator, app, open }) => {
    const { tenantId: tenant_id, token } = operator;
    await app.call(contract.team.inviteMember, { tenant_id, email: 'ann@example.org', role: 'member' }, { token });
    const page = await open(operator, '/dashboard');
    await page.find('link', 'Set up a mail server');
    await page.settled();
    expect(await page.shows(/held because no mail server/)).toBe(false);
    await page.press('Hide');
    await page.see(/held because no mail server/);
  },
);

screenTest(
  'dashboard/count-cards',
  [],
  'says calmly that there is nothing, instead of a zero',
  async ({ owner, open }) => {
    const page = await open(owner, '/dashboard');
    await page.see('No open invitations');
    const figures = [...document.querySelectorAll('.count-cards [data-count]')].map(({ textContent }) => textContent);
    expect(figures).toContain('No open invitations');
  },
);
