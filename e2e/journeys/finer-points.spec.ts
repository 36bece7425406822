import type { Locator, Page } from '@playwright/test';
import { openSandbox } from '../support/hosting-journey.ts';
import { expect, journeyPassword, test } from '../support/journey.ts';

const boxOf = async (locator: Locator) => {
  const box = await locator.boundingBox();
  if (!box) throw new Error('not visible');
  return box;
};

const colorOf = (locator: Locator, pseudo?: string): Promise<string> =>
  locator.evaluate((element, part) => getComputedStyle(element, part).color, pseudo);

test('each tab of a page has a title of its own', async ({ owner }) => {
  const { page } = await owner();
  for (const [address, title] of [
    ['/dashboard/profile', 'Profile · Castellan'],
    ['/dashboard/profile?tab=api-keys', 'API keys · Profile · Castellan'],
    ['/dashboard/team?tab=invitations', 'Invitations · Team · Castellan'],
    ['/dashboard/mail?tab=server', 'Mail server · Email · Castellan'],
    ['/dashboard/settings?tab=server', 'This server · Settings · Castellan'],
  ] as const) {
    await page.goto(address);
    await expect(page).toHaveTitle(title);
  }
});

test('what a page does not read leaves its address, and what it reads stays', async ({ owner }) => {
  const { page } = await owner();
  await page.goto('/dashboard?welcome=1');
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto('/dashboard/team?tab=invitations&utm_source=mail');
  await expect(page).toHaveURL(/\/dashboard\/team\?tab=invitations$/);
});

test('the invite dialog can be canceled, and its button counts only addresses', async ({ owner }) => {
  const { page } = await owner();
  await page.goto('/dashboard/team?dialog=invite');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Email', { exact: true }).fill('ann@example.com, wrong, bob@example.com');
  await expect(dialog.getByRole('button', { name: /2 invitations/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
});

test('a dialog that a menu opened returns the focus to the button of the menu', async ({ owner, freshEmail }) => {
  const { page } = await owner();
  const email = freshEmail('Ines Invited');
  await page.goto('/dashboard/team?dialog=invite');
  await page.getByRole('dialog').getByLabel('Email', { exact: true }).fill(email);
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /invitation/ })
    .click();
  await expect(page.getByText(/^Invitation (sent|created)/)).toBeVisible();
  await page.goto('/dashboard/team?tab=invitations');
  const menu = page.getByRole('button', { name: `Actions for ${email}` });
  for (const ends of ['Escape', 'Close'] as const) {
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Revoke' }).press('Enter');
    const cancel = page.getByRole('dialog').getByRole('button', { name: 'Cancel' });
    // The dialog is visible a moment before it has the focus.
    await expect(cancel).toBeFocused();
    if (ends === 'Escape') await page.keyboard.press('Escape');
    else await cancel.click();
    await expect(menu).toBeFocused();
  }
});

test('all of the form for a new key is in sight, and its errors keep their distance', async ({ owner }) => {
  const { page } = await owner();
  await page.goto('/dashboard/profile?tab=api-keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  const submit = dialog.getByRole('button', { name: 'Create key' });
  await submit.click();
  const first = dialog.getByRole('checkbox').first();
  const error = dialog.getByText('Choose at least one scope');
  await expect(error).toBeVisible();
  await expect(submit).toBeInViewport({ ratio: 1 });
  const [firstBox, errorBox] = [await boxOf(first), await boxOf(error)];
  expect(firstBox.y - (errorBox.y + errorBox.height)).toBeGreaterThanOrEqual(4);
});

test('an example in an invalid field does not look like rejected input', async ({ owner }) => {
  const { page } = await owner();
  await openSandbox(page);
  await page.goto('/dashboard/hosting?tab=invoices');
  await page.getByRole('button', { name: 'Add invoice' }).first().click();
  const dialog = page.getByRole('dialog');
  const total = dialog.getByLabel('Total');
  const before = await colorOf(total, '::placeholder');
  await dialog.getByRole('button', { name: 'Add invoice' }).click();
  await expect(total).toHaveAttribute('aria-invalid', 'true');
  expect(await colorOf(total, '::placeholder')).toBe(before);
  expect(await colorOf(total)).toBe(await colorOf(dialog.getByLabel('Note')));
});

/** The vertical positions of the dashboard's numbers, per row of cards. */
const numberTops = (page: Page): Promise<number[]> =>
  page.locator('[data-count]').evaluateAll((numbers) => numbers.map((number) => number.getBoundingClientRect().top));

test('the numbers of the dashboard stay on one line though labels wrap', async ({ owner }) => {
  const { page } = await owner();
  await page.goto('/dashboard');
  await expect(page.locator('[data-count]').nth(3)).toBeVisible();
  // The first cards are in one row.
  const [first, ...others] = (await numberTops(page)).slice(0, 4);
  expect(new Set(others)).toEqual(new Set([first]));
});

test('the count below the workspaces is in line with their names', async ({ owner }) => {
  const { page } = await owner();
  await page.goto('/dashboard/workspaces/new');
  await page.getByLabel('Name').fill('Ember');
  await page.getByRole('button', { name: 'Create workspace' }).click();
  await page.goto('/dashboard/workspaces');
  const name = page.getByRole('link', { name: /Ember/ });
  const count = page.getByRole('status').filter({ hasText: '1 workspace' });
  await expect(count).toBeVisible();
  expect((await boxOf(count)).x).toBe((await boxOf(name)).x);
});

test('the buttons of a form follow its fields on a page, and are at the lower right of a dialog', async ({ owner }) => {
  const { page } = await owner();
  await page.setViewportSize({ width: 1_920, height: 1_000 });
  await page.goto('/dashboard/workspaces/new');
  const create = await boxOf(page.getByRole('button', { name: 'Create workspace' }));
  const field = await boxOf(page.getByLabel('Name', { exact: true }));
  const heading = await boxOf(page.getByRole('heading', { level: 2 }));
  expect(create.x).toBe(field.x);
  expect((await boxOf(page.getByRole('link', { name: 'Cancel' }))).x).toBeGreaterThan(create.x + create.width);
  // On a wide screen, beside the fields.
  expect(heading.x + heading.width).toBeLessThanOrEqual(field.x);

  await page.setViewportSize({ width: 390, height: 500 });
  await page.goto('/dashboard/profile?tab=api-keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  const action = dialog.getByRole('button', { name: 'Create key' });
  await expect(action).toBeInViewport({ ratio: 1 });
  const cancel = await boxOf(dialog.getByRole('button', { name: 'Cancel' }));
  expect((await boxOf(action)).x).toBeGreaterThan(cancel.x + cancel.width);
});

/** The words of the names in a table that are broken. */
const brokenWords = (page: Page): Promise<string[]> =>
  page.locator('tbody .row-text > :first-child').evaluateAll((names) =>
    names.flatMap((name) => {
      const [text] = name.childNodes;
      return [...(name.textContent ?? '').matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
        const range = document.createRange();
        if (!text) return [];
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        return range.getClientRects().length > 1 ? [word] : [];
      });
    }),
  );

test('names in rows keep their words whole, beside much that is wide', async ({ owner }) => {
  const { page } = await owner();
  await page.goto('/dashboard/profile?tab=api-keys');
  await page.getByRole('button', { name: 'Create key' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Weekly expense report');
  for (const scope of await dialog.getByRole('checkbox').all()) await scope.check();
  await dialog.getByLabel('Your password').fill(journeyPassword);
  await dialog.getByRole('button', { name: 'Create key' }).click();
  await dialog.getByRole('button', { name: 'I’ve saved it' }).click();
  await expect(page.getByRole('row', { name: /Weekly/ })).toBeVisible();
  // In German, the times beside it are longer.
  await page
    .locator('.row-text')
    .first()
    .evaluate((row) => {
      const cell = row.closest('tr')?.cells[2];
      if (cell) cell.textContent = '15. September 2026, 09:30 Uhr, in 89 Tagen';
      if (cell) cell.style.whiteSpace = 'nowrap';
    });
  for (const width of [992, 1_024, 1_280]) {
    await page.setViewportSize({ width, height: 800 });
    expect(await brokenWords(page), `at ${width}`).toEqual([]);
  }
});
