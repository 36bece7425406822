import { expect } from 'vitest';
import { screenTests } from '#e2e/support/screens/screen-test.ts';
import { staleForms } from '#e2e/support/screens/stale-forms.ts';

const screenTest = screenTests();

/** Every form that edits what is stored: on a page, in a dialog, or in a section that opens. */
for (const [file, { editor, prepare, field, mine, option }] of Object.entries(staleForms)) {
  screenTest(file.replace(/\.tsx?$/, ''), [], 'can be saved and discarded once something has changed', async (cast) => {
    const { path, open = [], theirs } = await prepare(cast);
    const user = editor === 'operator' ? cast.operator : cast.owner;
    // The settings of the whole server: a form that stores the first of them can always be sent.
    if (editor === 'operator') await theirs(user.token);
    const page = await cast.open(user, path);
    for (const button of open) await page.press(button);
    const edited = await page.field(field);
    const form = edited.closest('form');
    const shown = () => (edited.matches('[type=checkbox]') ? (edited as HTMLInputElement).checked : edited.value);
    const save = () => form?.querySelector<HTMLButtonElement>('[type=submit]')?.disabled;
    const discard = () =>
      [...(form?.querySelectorAll('button') ?? [])].find(({ textContent }) => textContent === 'Discard changes');
    const before = shown();
    expect([save(), discard()]).toEqual([true, undefined]);
    if (edited.matches('[type=checkbox]')) await page.press(field);
    else if (edited.matches('select')) await page.choose(field, option ?? mine);
    else await page.fill(field, mine);
    expect(save()).toBe(false);
    // A dialog has Cancel.
    if (form?.closest('[role=dialog]')) {
      expect(discard()).toBeUndefined();
      return;
    }
    await page.press('Discard changes');
    await page.settled();
    expect([shown(), save(), discard()]).toEqual([before, true, undefined]);
    expect(form?.contains(document.activeElement)).toBe(true);
  });
}
