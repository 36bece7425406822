import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { connect } from '#e2e/support/screens/hosting-cast.ts';
import { screenTests } from '#e2e/support/screens/screen-test.ts';

const screenTest = screenTests();

/** Lists whose filters someone can keep under a name, each with filters that are set. */
const lists: Record<string, string> = {
  'audit/audit-filters.tsx': '/dashboard/audit?q=joined',
  'hosting/servers/server-filters.tsx': '/dashboard/hosting?q=web',
  'team/invitations-panel.tsx': '/dashboard/team?tab=invitations&state=all',
  'team/members-panel.tsx': '/dashboard/team?role=admin',
};

for (const [file, address] of Object.entries(lists)) {
  screenTest(
    file,
    [],
    'keeps views for whoever saved them, and not for the next person in this browser',
    async (cast) => {
      const { app, owner, open, openTab } = cast;
      if (file.startsWith('hosting/')) await connect(cast);
      const admin = await app.join(owner, 'admin');
      const page = await open(owner, address);
      await page.press('Views');
      await page.press('Save current filters');
      await page.fill('Name', 'Of the owner');
      await page.press('Save view');
      await page.closed();
      for (const [person, isTheirs] of [
        [admin, false],
        [owner, true],
      ] as const) {
        const next = await openTab(person, address);
        await next.press('Views');
        await next.see(isTheirs ? 'Delete “Of the owner”' : 'Save current filters');
        expect(await next.has('menuitem', 'Of the owner')).toBe(isTheirs);
      }
    },
  );
}

it('every list with saved views is opened by two people here', () => {
  const cwd = new URL('features/', import.meta.url).pathname;
  const all = globSync('**/*.tsx', { cwd }).filter((file) =>
    readFileSync(`${cwd}${file}`, 'utf8').includes('<SavedViews'),
  );
  expect(all.toSorted()).toEqual(Object.keys(lists));
});
