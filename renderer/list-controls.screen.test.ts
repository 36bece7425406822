import { queryAllByRole, queryAllByText } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { openConsole } from '#e2e/support/screens/console-page.ts';
import type { Instead } from '#e2e/support/screens/in-process-fetch.ts';
import { patienceMs } from '#e2e/support/screens/page-actions.ts';
import { samplePlace } from '#e2e/support/screens/sample-place.ts';
import { screens } from '#e2e/support/screens.ts';
import { english } from '#e2e/support/texts.ts';
import { operations } from '#shared/contract/index.ts';

const place = samplePlace();
const user = userEvent.setup({ delay: null, pointerEventsCheck: 0 });

/** Says that there are many more rows than there are. */
const withManyRows: Instead = async (real) => {
  const answer = await real();
  const body = (await answer.json()) as { result?: { data?: { total?: number } } };
  if (body.result?.data?.total !== undefined) body.result.data.total = 1_000;
  return Response.json(body, { status: answer.status });
};
const lists = operations.filter(
  ({ operation: { output } }) => output instanceof z.ZodObject && 'total' in output.shape,
);
const manyRows = lists.map(({ feature, name }) => [`${feature}.${name}`, withManyRows] as const);

const search = (): Record<string, string> => Object.fromEntries(new URLSearchParams(window.location.search));
const buttons = (name: string) => queryAllByRole(document.body, 'button', { name, hidden: true });

describe('a list', () => {
  const cases = [
    ...screens.filter(({ seenBy }) => seenBy === 'owner'),
    { name: 'sign-ins', path: () => '/dashboard/sessions?tab=sign-ins' },
  ].map((screen) => [screen.name, screen] as const);
  it.each(cases)(
    '%s keeps its filters from page to page, begins anew with each, and is cleared of all',
    async (_, screen) => {
      const page = await openConsole(place.app, place.people.owner, screen.path(place.places), 'new', manyRows);
      await vi.waitUntil(() => document.querySelector('main h1'), { timeout: patienceMs, interval: 5 });
      await page.settled(20);
      const turn = async (): Promise<void> => {
        const before = search();
        const [next] = buttons(english('components.pager.next'));
        if (!next) throw new Error('There is no next page');
        await user.click(next);
        await page.settled();
        // Lists on pages with more on them keep no page in their address.
        expect([before, { ...before, page: '2' }], 'after turning the page').toContainEqual(search());
        const shown = document.querySelector('[role="navigation"] [aria-current="page"]');
        expect(shown?.textContent, 'the page that is shown').toBe('2');
      };
      if (buttons(english('components.pager.next')).length === 0) return;
      await turn();
      const set = new Set(['page']);
      /** Each filter changes one thing, and leads to the first page. */
      const assertFiltered = (before: Record<string, string>): void => {
        const { page: __, ...others } = before;
        const changed = Object.keys({ ...others, ...search() }).filter((name) => others[name] !== search()[name]);
        expect(changed, `what a filter changes of ${JSON.stringify(others)}`).toHaveLength(1);
        for (const name of changed) set.add(name);
        expect(search()).not.toHaveProperty('page');
      };
      for (const select of document.querySelectorAll<HTMLSelectElement>('[role="search"] select')) {
        const before = search();
        const other = [...select.options].find(
          ({ value, disabled }) => value !== '' && value !== select.value && !disabled,
        );
        if (!other || !select.isConnected) continue;
        await user.selectOptions(select, other);
        await page.settled();
        assertFiltered(before);
        await turn();
      }
      const field = document.querySelector<HTMLInputElement>('[role="search"] input[type="search"]');
      if (!field) return;
      const before = search();
      for (const [path] of manyRows) page.answer(path);
      await user.clear(field);
      await user.paste('nothing has this text');
      await vi.waitUntil(() => search().q !== undefined, { timeout: patienceMs, interval: 5 });
      await page.settled(20);
      assertFiltered(before);
      for (const clear of queryAllByText(document.body, english('components.filters.clear'))) {
        await user.click(clear);
        await page.settled();
        for (const name of set) expect(search(), 'without filters').not.toHaveProperty(name);
      }
    },
  );
});
