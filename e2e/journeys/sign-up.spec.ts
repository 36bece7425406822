import { expect, journeyPassword, signIn, signUpOnScreen, test } from '../support/journey.ts';

test('a user signs up, verifies the address from the email, and is signed in', {
  tag: ['@translated', '@network'],
}, async ({ newPage, freshEmail, castellan }) => {
  const page = await newPage();
  const email = freshEmail('Nora Newcomer');
  await signUpOnScreen(page, email, 'Nora Newcomer');
  await expect(page.getByRole('button', { name: 'Account menu of Nora Newcomer' })).toBeVisible();
  await page.goto(await castellan.mailbox.link(email, /verify/i));
  await page.getByRole('button', { name: 'Verify email address' }).click();
  await expect(page.getByText('Email address verified.')).toBeVisible();
  await page.goto('/dashboard/profile');
  await expect(page.getByText('Verified', { exact: true })).toBeVisible();
});

test('an address that is taken is reported next to its field, and the form keeps its values', {
  tag: ['@storage', '@translated'],
}, async ({ owner, newPage }) => {
  const { email } = await owner();
  const page = await newPage();
  await page.goto('/signup');
  await page.getByLabel('Full name').fill('Somebody Else');
  await page.getByLabel('Organization name').fill('Other Ltd');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(journeyPassword);
  await page.getByRole('button', { name: 'Sign up' }).click();
  await expect(page.getByText('This email address already has an account')).toBeVisible();
  await expect(page.getByLabel('Full name')).toHaveValue('Somebody Else');
});

test('a wrong password is rejected, and the right one leads back to the requested page', {
  tag: ['@storage', '@network'],
}, async ({ owner, newPage }) => {
  const { email } = await owner();
  const page = await newPage();
  await page.goto('/dashboard/sessions');
  await expect(page).toHaveURL(/\/login/);
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByLabel('Password', { exact: true }).press('Enter');
  // Nothing else, such as the ID of the request.
  await expect(page.getByRole('alert')).toHaveText('Wrong email or password');
  await page.getByLabel('Password', { exact: true }).fill(journeyPassword);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL(/\/dashboard\/sessions/);
});

test('a forgotten password is reset from the email, which ends the other sessions', async ({
  owner,
  newPage,
  castellan,
}) => {
  const { page: elsewhere, email } = await owner();
  await elsewhere.goto('/dashboard');
  await expect(elsewhere.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  // Leave the console: it polls its session every few seconds, and could learn of the end while the page navigates.
  await elsewhere.goto('about:blank');
  const page = await newPage();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send reset link' }).click();
  await expect(page.getByText('If an account with this address exists')).toBeVisible();
  await page.goto(await castellan.mailbox.link(email, /reset/i));
  await page.getByLabel('New password', { exact: true }).fill('quite another road 8');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page).toHaveURL(/\/dashboard/);
  expect(new URL(page.url()).hash).toBe('');
  await elsewhere.goto('/dashboard');
  await expect(elsewhere.getByText('Your password was changed')).toBeVisible();
  await signIn(elsewhere, email, 'quite another road 8');
});

test('a link by email signs in where it was asked for, once, and nowhere else', async ({
  owner,
  newPage,
  castellan,
}) => {
  const { page: settings, email } = await owner();
  await settings.goto(await castellan.mailbox.link(email, /verify/i));
  await settings.getByRole('button', { name: 'Verify email address' }).click();
  await expect(settings.getByText('Email address verified.')).toBeVisible();
  await settings.goto('/dashboard/settings');
  const form = settings.getByRole('form', { name: 'Sign-in by email' });
  await form.getByRole('switch', { name: 'Allow signing in with a link by email' }).press('Space');
  await form.getByRole('button', { name: 'Save changes' }).click();
  await expect(settings.getByText('Policies saved.')).toBeVisible();

  const page = await newPage();
  await page.goto('/login');
  await page.getByRole('link', { name: 'Email me a sign-in link' }).click();
  await expect(page.getByRole('heading', { name: 'Sign in by email' })).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByRole('button', { name: 'Send sign-in link' }).click();
  await expect(page.getByText('Open it in this browser')).toBeVisible();
  const link = await castellan.mailbox.link(email, /sign-in link/i);
  const elsewhere = await newPage();
  await elsewhere.goto(link);
  await expect(elsewhere.getByText('Open this link where you asked for it')).toBeVisible();
  const tab = await page.context().newPage();
  await tab.goto(link);
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await expect(tab).toHaveURL(/\/dashboard/);
  expect(new URL(tab.url()).hash).toBe('');
});

test('a link without its token says so and offers a new one', async ({ newPage }) => {
  const page = await newPage();
  await page.goto('/verify');
  await expect(page.getByRole('button', { name: 'Request new link' })).toBeVisible();
  await page.goto('/reset#token=never-issued-by-anybody');
  await page.getByLabel('New password', { exact: true }).fill('quite another road 8');
  await page.getByRole('button', { name: 'Set password' }).click();
  await expect(page.getByRole('alert', { name: 'This link doesn’t work' })).toBeVisible();
});

test('the link to verify an address, opened in a new tab, leads someone who is signed in back to the console', async ({
  owner,
}) => {
  const { page } = await owner('Nina Newtab');
  await page.goto('/dashboard');
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
  const tab = await page.context().newPage();
  await tab.goto('/verify#token=x');
  await expect(tab.getByRole('link', { name: 'Go to dashboard' })).toBeVisible();
  await expect(tab.getByRole('link', { name: 'Back to sign in' })).toHaveCount(0);
});
