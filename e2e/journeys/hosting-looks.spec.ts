import { choosePlan, openSandbox, order } from '../fixtures/hosting-journey.ts';
import { expect, test } from '../fixtures/journey.ts';
import { open, overflows } from '../fixtures/page-load.ts';

const screens = [
  '/dashboard',
  '/dashboard/hosting',
  '/dashboard/hosting?tab=costs',
  '/dashboard/hosting?tab=invoices',
  '/dashboard/hosting?tab=history',
  '/dashboard/hosting/settings',
  '/dashboard/hosting/12345/upgrade',
  '/dashboard/hosting/12346/upgrade',
];

const sizes = [390, 900, 1_280, 2_560].map((width) => ({ width, height: width < 600 ? 844 : 800 }));

test('no screen scrolls sideways during an upgrade, from a phone to 4K', async ({ owner }) => {
  const { page } = await owner();
  await openSandbox(page);
  await choosePlan(page, '2 CPU / 4 GB / 75 GB SSD');
  await order(page);
  const found: string[] = [];
  for (const path of screens) {
    await open(page, path);
    found.push(...(await overflows(page, sizes)));
  }
  expect(found).toEqual([]);
});
