import { expect, vi } from 'vitest';
import type { ConsolePage } from '#e2e/support/screens/console-page.ts';
import { screenTests } from '#e2e/support/screens/screen-test.ts';
import type { Person } from '#e2e/support/test-service.ts';

const screenTest = screenTests();

const enter = async (page: ConsolePage, { email, password }: Person): Promise<void> => {
  await page.fill('Email', email);
  await page.fill('Password', password);
  await page.press('Sign in');
};

/** What the screen asks for, rather than the dashboard: once it shows. */
const laterReads = ['sessions.getSession'];

screenTest(
  'dashboard/dashboard-page',
  [],
  'is read once, as soon as the service says who signs in',
  async ({ owner, member, open }) => {
    for (const person of [owner, member]) {
      const page = await open(undefined, '/login');
      await enter(page, person);
      await page.find('heading', 'Dashboard');
      await page.settled();
      const calls = page.sent.map(({ path, input }) => JSON.stringify([path, input]));
      expect(calls.toSorted()).toEqual([...new Set(calls)].toSorted());

      const waiting = await open(undefined, '/login');
      waiting.answer('profile.getMe', 'never');
      await enter(waiting, person);
      const known = () => new Set(waiting.sent.map(({ path }) => path));
      const expected = page.sent.map(({ path }) => path).filter((path) => !laterReads.includes(path));
      await vi.waitFor(() => expect([...known()].toSorted()).toEqual([...new Set(expected)].toSorted()));
    }
  },
);
