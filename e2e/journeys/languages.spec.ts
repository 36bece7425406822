import type { Browser, Page } from '@playwright/test';
import { axeFindings } from '../support/axe.ts';
import { expect, journeyPassword, test } from '../support/journey.ts';

/** A browser that reports these languages in `navigator.languages`. */
const browserIn = async (browser: Browser, baseURL: string, locale: string): Promise<Page> =>
  (await browser.newContext({ baseURL, locale, timezoneId: 'Europe/Vienna' })).newPage();

const speaks = (page: Page, language: string) => expect(page.locator('html')).toHaveAttribute('lang', language);

test("the language preference changes the console at once; after signing out, the browser's language applies again", async ({
  owner,
}) => {
  const { page, email } = await owner('Lena Language');
  await page.goto('/dashboard');
  await speaks(page, 'en');
  await page.goto('/dashboard/profile?tab=preferences');
  // A marker that any page load would remove.
  await page.evaluate(() => Object.assign(window, { loadedOnce: true }));
  await page.getByRole('combobox', { name: 'Language' }).selectOption({ label: 'Deutsch (de)' });
  await page.getByRole('button', { name: 'Save preferences' }).click();
  await expect(page.getByText('Einstellungen gespeichert.')).toBeVisible();
  await speaks(page, 'de');
  expect(await page.evaluate(() => 'loadedOnce' in window), 'without a reload').toBe(true);

  const navigation = page.getByRole('navigation', { name: 'Hauptnavigation' });
  for (const [link, heading] of [
    ['Team', 'Team'],
    ['Arbeitsbereiche', 'Arbeitsbereiche'],
    ['E-Mail', 'E-Mail'],
    ['Protokoll', 'Protokoll'],
    ['Sicherheit', 'Sicherheit'],
    ['Übersicht', 'Übersicht'],
  ] as const) {
    await navigation.getByRole('link', { name: link, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible();
  }
  // The page translates codes that the service recorded.
  await expect(page.getByRole('list', { name: 'Letzte Aktivitäten' })).toContainText('Profil geändert');

  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible();
  await page.getByRole('button', { name: 'Kontomenü von Lena Language' }).click();
  await page.getByRole('menuitem', { name: 'Abmelden' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  await speaks(page, 'en');

  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(journeyPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible();
});

test('a user who signs up in German gets a German console, including failures and field errors', async ({
  browser,
  castellan,
  freshEmail,
}) => {
  const page = await browserIn(browser, castellan.address, 'de-AT');
  await page.goto('/signup');
  await speaks(page, 'de');
  await page.getByLabel('E-Mail', { exact: true }).fill('keine Adresse');
  await page.getByRole('button', { name: 'Registrieren' }).click();
  await expect(page.getByText('Geben Sie eine gültige E-Mail-Adresse ein')).toBeVisible();
  await expect(page.getByText('Geben Sie Ihren Namen ein')).toBeVisible();
  await expect(page.getByText('Geben Sie Ihrer Organisation einen Namen')).toBeVisible();
  await page.getByLabel('E-Mail', { exact: true }).fill(freshEmail('Greta German'));
  await page.getByLabel('Vollständiger Name').fill('Greta German');
  await page.getByLabel('Name der Organisation').fill('Greta GmbH');
  await page.getByLabel('Passwort', { exact: true }).fill(journeyPassword);
  await page.getByRole('button', { name: 'Registrieren' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Übersicht' })).toBeVisible();
  await page.goto('/dashboard/profile?tab=password');
  await page.getByLabel('Aktuelles Passwort').fill('das falsche');
  await page.getByLabel('Neues Passwort', { exact: true }).fill('ein langer gewundener Weg 9');
  await page.getByRole('button', { name: 'Passwort ändern' }).click();
  await expect(page.getByText('Das aktuelle Passwort ist falsch')).toBeVisible();
  await page.goto('/dashboard/profile?tab=preferences');
  await expect(page.getByRole('combobox', { name: 'Sprache' })).toHaveValue('de');
  await page.context().close();
});

test('the language chosen on the sign-in page is remembered on this computer', async ({ browser, castellan }) => {
  const page = await browserIn(browser, castellan.address, 'en-GB');
  await page.goto('/login');
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitem', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  expect(await axeFindings(page)).toEqual([]);
  await page.getByLabel('E-Mail', { exact: true }).fill('niemand@example.com');
  await page.getByLabel('Passwort', { exact: true }).fill('irgendetwas');
  await page.getByRole('button', { name: 'Anmelden' }).click();
  await expect(page.getByRole('alert')).toContainText('E-Mail oder Passwort ist falsch');
  await page.context().close();
});

test('only the current language is loaded', async ({ browser, castellan }) => {
  const page = await browserIn(browser, castellan.address, 'en-GB');
  const loaded: string[] = [];
  page.on('response', (response) => loaded.push(new URL(response.url()).pathname));
  await page.goto('/login');
  await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible();
  const catalogues = () => loaded.filter((path) => /\/(en|de)-[^/]+\.js$/.test(path));
  const english = catalogues();
  expect(english.length).toBeGreaterThan(0);
  await page.getByRole('button', { name: 'Language' }).click();
  await page.getByRole('menuitem', { name: 'Deutsch' }).click();
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible();
  expect(catalogues().length).toBeGreaterThan(english.length);
  await page.context().close();
});
