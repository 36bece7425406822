import AxeBuilder from '@axe-core/playwright';
import { test } from '../fixtures/sample-console.ts';
import { screens, visit } from '../fixtures/screens.ts';

test('x', async ({ sample, german }) => {
  const log = (m: string) => process.stdout.write(`${new Date().toISOString()} ${m}\n`);
  const page = sample.pages.owner;
  const s = screens.find((x) => x.name === 'mail-preview');
  if (!s) return;
  const axe = (p: typeof page) =>
    new AxeBuilder({ page: p })
      .exclude('iframe[sandbox=""]')
      .analyze()
      .then((r) => log(`${r.violations.length}`));
  await page.emulateMedia({ colorScheme: 'light' });
  log('light');
  await visit(page, s, sample.places);
  log('visited');
  await axe(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  log('dark');
  await axe(page);
  await visit(german.pages.owner, s, german.places);
  log('german');
  await axe(german.pages.owner);
});
