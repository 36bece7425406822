import { expect } from 'vitest';
import { screenTests } from '#e2e/support/screens/screen-test.ts';

const screenTest = screenTests();
const settings = '/dashboard/settings';

screenTest(
  'components/operation-form',
  [],
  'saves only what differs, and asks before a link loses it',
  async ({ owner, open }) => {
    const page = await open(owner, settings);
    const form = await page.in('form', 'Sessions');
    const save = (await form.find('button', 'Save changes')) as HTMLButtonElement;
    expect(save.disabled).toBe(true);
    const before = (await form.field('Sign out after inactivity')).value;
    await form.fill('Sign out after inactivity', '20');
    expect(save.disabled).toBe(false);
    await page.settled();
    for (const elsewhere of ['Team', 'This server']) {
      await page.press(elsewhere);
      await page.see('Discard your changes?');
      await page.press('Keep editing');
      await page.closed();
    }
    expect((await form.field('Sign out after inactivity')).value).toBe('20 minutes');
    await page.press('Team');
    await page.press('Discard changes');
    await page.find('heading', 'Team');
    await page.press('Settings');
    expect((await page.field('Sign out after inactivity')).value).toBe(before);
    await page.press('Team');
    await page.find('heading', 'Team');
  },
);

screenTest(
  'components/guarded-dialog',
  [],
  'asks before Escape discards what was typed, and closes at once if nothing was',
  async ({ owner, open }) => {
    const page = await open(owner, '/dashboard/team?dialog=invite');
    await page.fill('Email', 'bob@example.com');
    await page.settled();
    await page.keys('{Escape}');
    await page.see('Discard your changes?');
    await page.keys('{Escape}');
    expect((await page.field('Email')).value).toBe('bob@example.com');
    await page.fill('Email', '');
    await page.settled();
    await page.keys('{Escape}');
    await page.closed();
  },
);
