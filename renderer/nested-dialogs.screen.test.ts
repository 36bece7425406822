import { expect, vi } from 'vitest';
import { lapse } from '#e2e/support/confirmations.ts';
import type { ConsolePage } from '#e2e/support/screens/console-page.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { enrol } from '#e2e/support/second-factor.ts';
import { testPassword } from '#e2e/support/test-service.ts';
import { contract } from '#shared/contract/index.ts';
import { minute, second } from '#shared/rules/limits.ts';

const screenTest = screenTests();

/** What lies below: how to get there, a field in it with what was entered, and how to close it. */
interface Below {
  name: string;
  open: (cast: Cast) => Promise<ConsolePage>;
  label: string;
  text: string;
}
const invitation: Below = {
  name: 'a form',
  open: ({ owner, open }) => open(owner, '/dashboard/team?dialog=invite'),
  label: 'Email',
  text: 'bob@example.com',
};
const deletion: Below = {
  name: 'a question with a field',
  open: async ({ owner, open }) => {
    const page = await open(owner, '/dashboard/profile?tab=data');
    await page.press('Delete account');
    return page;
  },
  label: 'Your password',
  text: 'not yet sent',
};

/** A sensitive change, of someone who has to confirm each. */
const sensitive: Below = {
  name: 'the form of a sensitive change',
  async open({ app, owner, open }) {
    await enrol(app, owner);
    lapse(app);
    const page = await open(owner, '/dashboard/profile?tab=second-factor');
    await page.press('Turn off');
    return page;
  },
  label: 'Your password',
  text: testPassword,
};

/** What opens above it: its title, and how it comes. */
interface Above {
  title: string;
  raise: (page: ConsolePage, cast: Cast) => Promise<void>;
}
const discard: Above = { title: 'Discard your changes?', raise: (page) => page.keys('{Escape}') };
const confirmation: Above = { title: 'Confirm it’s you', raise: (page) => page.keys('{Enter}') };
/** Time passes, here and at the service, until the session is about to end. */
const idle: Above = {
  title: 'Are you still there?',
  async raise(_page, { app, owner, read }) {
    const { idle_logout_in } = await read(owner, contract.sessions.getSession, {});
    app.clock.advance((idle_logout_in ?? 0) * second - minute / 2);
    vi.setSystemTime(app.clock.now());
  },
};

const titles = () => [...document.querySelectorAll('[role="dialog"] h2')].map(({ textContent }) => textContent);

const stacks: readonly { below: Below; above: readonly Above[] }[] = [
  { below: invitation, above: [discard] },
  { below: invitation, above: [idle] },
  { below: invitation, above: [discard, idle] },
  { below: deletion, above: [idle] },
  { below: sensitive, above: [confirmation] },
  { below: sensitive, above: [confirmation, idle] },
];

for (const { below, above } of stacks) {
  const names = above.map(({ title }) => `“${title}”`).join(', then ');
  screenTest(
    'components/dialog',
    [],
    `${names} above ${below.name} takes Escape alone, and gives all back`,
    async (cast) => {
      const page = await below.open(cast);
      await page.fill(below.label, below.text);
      const field = await page.field(below.label);
      const focused: (Element | null)[] = [];
      const first = titles();
      for (const { title, raise } of above) {
        await page.settled();
        focused.push(document.activeElement);
        await raise(page, cast);
        await page.find('heading', title);
        expect(document.activeElement?.closest('[role="dialog"]')?.textContent).toContain(title);
      }
      for (const { title } of above.toReversed()) {
        expect(titles().at(-1)).toBe(title);
        await page.keys('{Escape}');
        await expect.poll(titles).not.toContain(title);
        const before = focused.pop();
        // Not the elements: the message of a failure would show all that they are in.
        await expect
          .poll(() => document.activeElement === before, { message: `the focus after “${title}”` })
          .toBe(true);
        expect(field.value).toBe(below.text);
      }
      expect(titles()).toEqual(first);
    },
  );
}
