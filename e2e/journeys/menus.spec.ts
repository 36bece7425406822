import { axeFindings } from '../support/axe.ts';
import { expect, test } from '../support/journey.ts';
import { open } from '../support/page-load.ts';

const menus = [
  ['/dashboard', /^Account menu/],
  ['/dashboard', 'Color scheme'],
  ['/dashboard/team', /^Actions for Mia/],
  ['/dashboard/audit', 'Export'],
] as const;

test('axe accepts each kind of menu when it is open, and Escape gives the focus back to its button', async ({
  owner,
  join,
}) => {
  const host = await owner('Olga Owner');
  const { page } = host;
  await join(host, 'Member', 'Mia Member');
  for (const [address, name] of menus) {
    // What is still loading may take the place of the button, together with its focus.
    await open(page, address);
    const button = page.getByRole('button', { name, exact: typeof name === 'string' }).first();
    await button.focus();
    await page.keyboard.press('Enter');
    const menu = page.getByRole('menu');
    await expect(menu).toBeVisible();
    await expect.soft(menu.getByRole('menuitem').first(), `${name}`).toBeFocused();
    // A menu floats outside of the landmarks.
    const found = (await axeFindings(page)).filter((finding) => !finding.startsWith('region '));
    expect.soft(found, `${name}`).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect.soft(button, `${name}`).toBeFocused();
  }
});
