import { expect } from 'vitest';
import { screenTests } from '#e2e/support/screens/screen-test.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();

screenTest(
  'auth/sign-in-card',
  ['auth.login'],
  'signs in, and returns to the page',
  async ({ owner, member, open }) => {
    const page = await open(undefined, '/dashboard/workspaces');
    await page.fill('Email', member.email);
    await page.fill('Password', 'not it, I am afraid');
    await page.press('Sign in');
    await page.see('Wrong email or password');
    await page.fill('Password', member.password);
    await page.send('Sign in', 'auth.login');
    await page.find('heading', 'Workspaces');
    await page.find('button', `Account menu of ${member.name}`);
    expect(owner.name).not.toBe(member.name);
  },
);

screenTest(
  'auth/sign-in-card',
  ['auth.login'],
  'signs in members on the page of their organization, and everyone where no organization has the address',
  async ({ app, owner, member, open }) => {
    const own = { tenant_id: owner.tenantId, name: 'Northwind', sign_in_slug: 'northwind', accent: '#7048e8' };
    await app.call(contract.organization.updateTenant, own, { token: owner.token });
    const other = await app.owner();
    const page = await open(undefined, '/sign-in/Northwind');
    await page.find('heading', 'Sign in to Northwind');
    await page.fill('Email', other.email);
    await page.fill('Password', other.password);
    await page.press('Sign in');
    await page.see('Wrong email or password');
    await page.fill('Email', member.email);
    await page.fill('Password', member.password);
    await page.send('Sign in', 'auth.login');
    await page.find('button', `Account menu of ${member.name}`);
    const general = await open(undefined, '/sign-in/nowhere');
    await general.find('heading', 'Sign in');
    await general.fill('Email', other.email);
    await general.fill('Password', other.password);
    await general.send('Sign in', 'auth.login');
    await general.find('button', `Account menu of ${other.name}`);
  },
);

screenTest(
  'auth/sign-in-card',
  ['auth.login'],
  'remembers the address on request, and nothing else, until it no longer should',
  async ({ member, open }) => {
    const signIn = async (page: Awaited<ReturnType<typeof open>>) => {
      await page.fill('Password', member.password);
      await page.send('Sign in', 'auth.login');
      await page.press(`Account menu of ${member.name}`);
      await page.press('Sign out');
    };
    const page = await open(undefined, '/login');
    await page.fill('Email', member.email);
    await page.press('Remember my email');
    await signIn(page);
    expect((await page.field('Email')).value).toBe(member.email);
    expect((await page.field('Password')).value).toBe('');
    await page.press('Remember my email');
    await signIn(page);
    expect((await page.field('Email')).value).toBe('');
  },
);

screenTest(
  'auth/sign-in-card',
  ['auth.login'],
  'takes what a password manager has filled in without telling the page',
  async ({ member, open }) => {
    const page = await open(undefined, '/login');
    Object.assign(await page.field('Email'), { value: member.email });
    Object.assign(await page.field('Password'), { value: member.password });
    await page.send('Sign in', 'auth.login');
    await page.find('button', `Account menu of ${member.name}`);
  },
);
