import { expect } from 'vitest';
import { closedAfterwards } from '#e2e/support/prepared.ts';
import { screenTests } from '#e2e/support/screens/screen-test.ts';
import { createTestService } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { welcome, profile } = contract;

/** Sample data is offered only where nobody has an account. */
const newInstallation = () => closedAfterwards(createTestService({ 'rate-limits': 'off' }));

screenTest(
  'welcome/use-sample',
  ['welcome.createSampleTenant', 'profile.updateMe', 'welcome.enterSampleTenant', 'auth.logout'],
  'creates the sample, in the language that was chosen, and goes on as someone with another role',
  async ({ open }) => {
    const empty = await newInstallation();
    const page = await open(undefined, '/welcome', empty);
    await page.press('Language');
    await page.press(/^Deutsch/);
    await page.send('Try it with sample data', 'welcome.createSampleTenant');
    await page.find('heading', 'Dashboard');
    const { access_token: token } = await empty.call(welcome.enterSampleTenant, { role: 'owner' });
    expect((await empty.call(profile.getMe, {}, { token })).preferences.language).toBe('de');
    await page.press('Viewing as owner');
    await page.press('member');
    await page.find('button', 'Viewing as member');
    await page.assertCurrent('profile');
    expect(await page.has('link', 'Audit log')).toBe(false);
  },
);

screenTest(
  'welcome/sample-banner',
  ['welcome.removeSampleTenant'],
  'lets an owner remove the sample, and leads back to the beginning',
  async ({ open }) => {
    const empty = await newInstallation();
    await empty.call(welcome.createSampleTenant, {});
    const page = await open(undefined, '/welcome', empty);
    await page.send('Open sample data', 'welcome.enterSampleTenant');
    await page.press('Remove sample data');
    await page.send('Remove sample data', 'welcome.removeSampleTenant');
    await page.find('button', 'Try it with sample data');
    expect(await empty.call(welcome.getWelcome, {})).toMatchObject({ first_run: true });
  },
);
