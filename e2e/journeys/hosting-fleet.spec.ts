import { contract } from '#shared/contract/index.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { second } from '#shared/rules/limits.ts';
import { button } from '../support/hosting-journey.ts';
import { expect, test } from '../support/quick-sandbox.ts';
import { callHttp } from '../support/transports.ts';

const { listUpgradeRuns, paySandboxInvoice } = contract.hosting;
const many = 40;
const large = '12 CPU / 32 GB / 500 GB SSD';
/** What a person may have to press and choose for all of them together. */
const clicks = 20;
/** A queue takes one step after the other. */
const queueTime = 120 * second;

test.use({ serverCount: many });

test('an owner upgrades forty servers, from the order to the confirmation, with at most 20 clicks', async ({
  quickOwner: { page, session },
}) => {
  test.setTimeout(600 * second);
  const token = session.access_token;
  let clicked = 0;
  await page.exposeFunction('countClick', () => {
    clicked += 1;
  });
  await page.addInitScript(() => {
    const { countClick } = window as unknown as { countClick: () => void };
    // A choice from a list is one, too.
    for (const type of ['click', 'change']) {
      addEventListener(
        type,
        ({ isTrusted, target }) => {
          const isChoice = target instanceof HTMLSelectElement;
          if (type === 'change' ? isChoice : isTrusted && !isChoice) countClick();
        },
        { capture: true },
      );
    }
  });
  await page.goto('/dashboard/hosting');
  const address = new URL(page.url()).origin;
  await button(page, 'Open the sandbox').click();
  await page.getByRole('checkbox', { name: 'Select all servers on this page' }).check();
  await page.getByRole('region', { name: 'Selected servers' }).getByRole('link', { name: 'Upgrade' }).click();
  const plans = page.getByLabel('New plan');
  const option = plans.getByRole('option', { name: large });
  await plans.selectOption((await option.textContent()) ?? '');
  await button(page, 'Add to review').click();
  await button(page, `Place ${many} orders`).click({ timeout: queueTime });
  await expect(page.getByRole('heading', { name: 'All orders are placed' })).toBeVisible({ timeout: queueTime });
  await expect(button(page, /40 server upgrades in progress/)).toBeVisible();

  // The invoices are paid at the provider, outside of Castellan.
  const { text } = await callHttp(address, listUpgradeRuns, { show: 'open', limit: 100 }, { token });
  const { runs } = JSON.parse(text) as OutputOf<typeof listUpgradeRuns>;
  for (const { run_id } of runs) await callHttp(address, paySandboxInvoice, { run_id }, { token });

  const dialog = page.getByRole('dialog');
  await button(page, `Start ${many} upgrades`).click();
  await button(page, `Start ${many} upgrades`).and(dialog.getByRole('button')).click();
  await expect(page.getByRole('heading', { name: 'All upgrades are started' })).toBeVisible({ timeout: queueTime });
  await button(page, `Confirm ${many} upgrades`).click({ timeout: queueTime });
  await button(page, `Confirm ${many} upgrades`).and(dialog.getByRole('button')).click();
  await expect(page.getByRole('heading', { name: 'All upgrades are confirmed' })).toBeVisible({ timeout: queueTime });
  const { text: after } = await callHttp(address, listUpgradeRuns, { limit: 100 }, { token });
  const states = (JSON.parse(after) as OutputOf<typeof listUpgradeRuns>).runs.map(({ state }) => state);
  expect(states).toEqual(Array.from({ length: many }, () => 'confirmed'));
  expect(clicked, 'clicks').toBeGreaterThan(8);
  expect(clicked, 'clicks').toBeLessThanOrEqual(clicks);
});
