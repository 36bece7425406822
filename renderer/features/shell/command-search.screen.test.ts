import { expect } from 'vitest';
import { screenTests } from '#e2e/support/screens/screen-test.ts';
import { contract } from '#shared/contract/index.ts';

const screenTest = screenTests();
const { getMe } = contract.profile;

screenTest(
  'shell/use-command-search',
  ['profile.updateMe'],
  'changes the language, and says if it can’t',
  async ({ owner, member, open, read }) => {
    const { preferences: before } = await read(owner, getMe, {});
    const page = await open(owner, '/dashboard/team');
    await page.find('heading', 'Team');
    const choose = async (language: string) => {
      await page.keys('{Control>}k{/Control}');
      await page.fill(/^Search pages/, 'sprache');
      await page.press(`Language: ${language}`);
      await page.settled();
    };
    page.answer('profile.updateMe', () => Promise.reject(new TypeError('Failed to fetch')));
    await choose('Deutsch');
    await page.see('Couldn’t change the language');
    page.answer('profile.updateMe');
    await choose('Deutsch');
    expect((await read(owner, getMe, {})).preferences).toEqual({ ...before, language: 'de' });
    expect((await read(member, getMe, {})).preferences.language).toBe('en');
    // It offers the others, so it knows which one it speaks by now.
    await choose('English');
    expect((await read(owner, getMe, {})).preferences).toEqual(before);
    await page.assertCurrent('profile');
  },
);

screenTest(
  'team/disable-dialog',
  ['team.disableMember'],
  'disables someone from the search, by words and name',
  async (cast) => {
    const { owner, member, open, read } = cast;
    const page = await open(owner, '/dashboard/team');
    await page.find('heading', 'Team');
    await page.keys('{Control>}k{/Control}');
    await page.fill(/^Search pages/, `deactivate ${member.name}`);
    await page.press(new RegExp(`^Disable member\\s*${member.name}`));
    await page.press('Disable member');
    await page.closed();
    const { users } = await read(owner, contract.team.listMembers, { tenant_id: owner.tenantId, status: 'disabled' });
    expect(users.map(({ user_id }) => user_id)).toEqual([member.id]);
  },
);
