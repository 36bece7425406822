import { globSync, readFileSync } from 'node:fs';
import { expect, it, vi } from 'vitest';
import { lookAgain } from '#e2e/support/screens/look-again.ts';
import type { PageActions } from '#e2e/support/screens/page-actions.ts';
import { screenTests } from '#e2e/support/screens/screen-test.ts';
import { staleForms } from '#e2e/support/screens/stale-forms.ts';
import { contract } from '#shared/contract/index.ts';
import { minute } from '#shared/rules/limits.ts';

const screenTest = screenTests();
const { profile, team } = contract;

it('knows every form that shows what others can change', () => {
  const features = 'renderer/features';
  const found = globSync('**/*.{ts,tsx}', { cwd: features }).filter((file) =>
    readFileSync(`${features}/${file}`, 'utf8').includes('recordedAs:'),
  );
  expect(Object.keys(staleForms).toSorted()).toEqual(found.toSorted());
});

const change = async (page: PageActions, label: string, text: string, option: string | RegExp = text) => {
  const field = await page.field(label);
  if (field.matches('[type=checkbox]')) await page.press(label);
  else if (field.matches('select')) await page.choose(label, option);
  else await page.fill(label, text);
};

for (const [file, { editor, isOwn, prepare, field, mine, option }] of Object.entries(staleForms)) {
  screenTest(file.replace(/\.tsx?$/, ''), [], 'says who has changed what someone edits there', async (cast) => {
    const { app, owner, operator, member } = cast;
    const user = editor === 'operator' ? operator : owner;
    const { path, open = [], theirs } = await prepare(cast);
    const other = isOwn ? user : member;
    if (!isOwn) {
      const promote = { tenant_id: owner.tenantId, user_id: member.id, role: 'owner' as const };
      await app.call(team.changeRole, promote, { token: owner.token });
    }
    const page = await cast.open(user, path);
    for (const button of open) await page.press(button);
    await change(page, field, mine, option);
    app.clock.advance(minute);
    await theirs(other.token);
    // What others have changed of themselves meanwhile is none of this form's business.
    if (isOwn && !editor) await theirs(member.token);
    await lookAgain(cast, page);
    await page.see('Changed while you were editing');
    await page.see(new RegExp(`^${isOwn ? 'You' : member.name} made this change `));
    expect((await page.field(field)).value).toContain(mine);
  });
}

screenTest(
  'components/stale-fields',
  [],
  'takes on what others change where nobody edits, as its beginning',
  async (cast) => {
    const { app, owner, open } = cast;
    const page = await open(owner, '/dashboard/profile?tab=preferences');
    const save = (await page.find('button', 'Save preferences')) as HTMLButtonElement;
    for (const date_format of ['DD/MM/YYYY', 'DD.MM.YYYY'] as const) {
      app.clock.advance(3 * minute);
      await app.call(profile.updateMe, { preferences: { date_format } }, { token: owner.token });
      await lookAgain(cast, page);
      expect((await page.field('Date format')).value).toBe(date_format);
      expect(save.disabled).toBe(true);
    }
    expect(await page.shows('Changed while you were editing')).toBe(false);
  },
);

screenTest(
  'components/stale-fields',
  [],
  'says who has changed something, although the clock of the browser is ahead',
  async (cast) => {
    const { app, owner, member, open } = cast;
    const form = staleForms['applications/protected-paths.tsx'];
    if (!form) throw new Error('There is no such form');
    const { path, theirs } = await form.prepare(cast);
    const promote = { tenant_id: owner.tenantId, user_id: member.id, role: 'owner' as const };
    await app.call(team.changeRole, promote, { token: owner.token });
    const page = await open(owner, path);
    vi.setSystemTime(app.clock.now() + 4 * minute);
    await change(page, form.field, form.mine);
    await theirs(member.token);
    app.clock.advance(5 * minute);
    await lookAgain(cast, page);
    await page.see(new RegExp(`^${member.name} made this change `));
  },
);
