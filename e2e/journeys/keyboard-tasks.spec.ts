import type { Locator, Page } from '@playwright/test';
import { expect, test } from '../support/journey.ts';

/** Whether the focus can be seen: an outline, or a field that is drawn as having it. */
const isFocusShown = (page: Page): Promise<boolean> =>
  page.evaluate(() => {
    const focused = document.activeElement;
    if (!focused || focused === document.body) return false;
    return [focused, focused.closest('.mantine-Input-input') ?? focused].some((drawn) => {
      const { outlineStyle, boxShadow, borderColor } = getComputedStyle(drawn);
      const around = getComputedStyle(drawn.parentElement ?? drawn).borderColor;
      return outlineStyle !== 'none' || boxShadow !== 'none' || (drawn.matches('input') && borderColor !== around);
    });
  });

const isFocused = (target: Locator): Promise<boolean> =>
  target.evaluate((element) => element === document.activeElement).catch(() => false);

/** Presses Tab until something has the focus, and sees the focus at each step. */
const tabTo = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeVisible();
  for (let step = 0; step < 90; step += 1) {
    if (await isFocused(target)) return;
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 120));
    expect.soft(await isFocusShown(page), `the focus shows at ${focused}`).toBe(true);
  }
  expect(await isFocused(target), `Tab reaches ${target}`).toBe(true);
};

/** Finds a command by its words, and runs it. */
const run = async (page: Page, words: string, found: string | RegExp): Promise<void> => {
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: /^Search pages/ });
  await expect(search.getByRole('combobox')).toBeFocused();
  await page.keyboard.type(words);
  await expect(search.getByRole('option', { selected: true })).toContainText(found);
  await page.keyboard.press('Enter');
};

/** Presses a button of the open dialog, and sees that the focus isn't lost once it has closed. */
const answer = async (page: Page, name: string): Promise<void> => {
  const dialog = page.getByRole('dialog');
  await tabTo(page, dialog.getByRole('button', { name, exact: true }));
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
};

/** Opens a page by its two keys. They do nothing in a field, so the focus leaves it first. */
const go = async (page: Page, key: string, title: string): Promise<void> => {
  await page.keyboard.press('g');
  await page.keyboard.press(key);
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
};

test('ten tasks of a month need no mouse, and lose neither the focus nor what was typed', async ({
  owner,
  join,
  freshEmail,
}) => {
  test.setTimeout(180_000);
  const { page, ...host } = await owner('Kim Keys');
  await join({ page, ...host }, 'Member', 'Mia Member');
  const email = freshEmail('Ivy Invited');
  const dialog = page.getByRole('dialog');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();

  await test.step('invite someone; Escape asks before it loses their address', async () => {
    await go(page, 't', 'Team');
    const invite = page.getByRole('button', { name: 'Invite people', exact: true });
    await tabTo(page, invite);
    await page.keyboard.press('Enter');
    const address = dialog.getByRole('textbox', { name: 'Email' });
    await tabTo(page, address);
    await page.keyboard.type(email);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(2);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(1);
    await expect(dialog).toContainText(email);
    await answer(page, 'Send invitation');
    await expect(invite).toBeFocused();
  });

  await test.step('open the invitations by their tab, and send the invitation again', async () => {
    await tabTo(page, page.getByRole('tab', { name: 'Members' }));
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const actions = page.getByRole('button', { name: `Actions for ${email}` });
    await tabTo(page, actions);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    const resend = page.getByRole('menuitem', { name: 'Resend' });
    while (!(await isFocused(resend))) await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^New invitation created/).first()).toBeVisible();
    await expect(actions).toBeFocused();
  });

  await test.step('revoke it from the search', async () => {
    await run(page, `revoke ${email}`, email);
    await answer(page, 'Revoke invitation');
    await expect(page.getByRole('button', { name: `Actions for ${email}` })).toHaveCount(0);
  });

  await test.step('change a role, and undo it by its keys', async () => {
    await page.goto('/dashboard/team');
    const role = page.getByRole('combobox', { name: 'Role of Mia Member' });
    await tabTo(page, role);
    // The first key opens the list; none changes the role unseen.
    await page.keyboard.press('ArrowUp');
    await expect(role).toHaveValue('member');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await expect(role).toHaveValue('admin');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
    await expect(role).toBeFocused();
    await page.keyboard.press('Control+z');
    await expect(role).toHaveValue('member');
  });

  await test.step('disable someone from the search', async () => {
    await run(page, 'disable mia', 'Mia Member');
    await answer(page, 'Disable member');
  });

  await test.step('enable them on their page', async () => {
    await page.goto('/dashboard/team');
    await tabTo(page, page.getByRole('link', { name: 'Mia Member' }));
    await page.keyboard.press('Enter');
    const enable = page.getByRole('button', { name: 'Enable member' });
    await tabTo(page, enable);
    await page.keyboard.press('Enter');
    await expect(enable).toHaveCount(0);
  });

  await test.step('sign someone out everywhere from the search', async () => {
    await run(page, 'sign out mia', 'Mia Member');
    await answer(page, 'Sign out everywhere');
  });

  await test.step('create a workspace', async () => {
    await go(page, 'w', 'Workspaces');
    await tabTo(page, page.getByRole('link', { name: 'Create workspace' }).first());
    await page.keyboard.press('Enter');
    await tabTo(page, page.getByLabel('Name'));
    await page.keyboard.type('Keyboard');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Keyboard' })).toBeVisible();
  });

  await test.step('export the members', async () => {
    await page.goto('/dashboard/team');
    const button = page.getByRole('button', { name: 'Export CSV' });
    await tabTo(page, button);
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    await expect(button).toBeFocused();
  });

  await test.step('export the audit log by its menu', async () => {
    await page.goto('/dashboard/audit');
    const menu = page.getByRole('button', { name: 'Export', exact: true });
    await tabTo(page, menu);
    await page.keyboard.press('Enter');
    const csv = page.getByRole('menuitem', { name: /CSV/ });
    await expect(page.getByRole('menuitem').first()).toBeFocused();
    while (!(await isFocused(csv))) await page.keyboard.press('ArrowDown');
    const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(file.suggestedFilename()).toMatch(/\.csv$/);
    await expect(menu).toBeFocused();
  });

  await test.step('choose days of the audit log by typing them', async () => {
    const range = page.getByRole('combobox', { name: 'Filter by time' });
    await tabTo(page, range);
    await range.selectOption({ label: 'Custom' });
    const from = page.getByLabel('From', { exact: true });
    await tabTo(page, from);
    await page.keyboard.type('05172024');
    await expect(from).toHaveValue('2024-05-17');
    await expect(page).toHaveURL(/from=2024-05-17/);
    await tabTo(page, page.getByLabel('To', { exact: true }));
    await page.keyboard.type('06012024');
    await expect(page).toHaveURL(/to=2024-06-01/);
  });
});
