import { expect, test } from 'vitest';
import { noticeKinds } from '#main/mail/notice-kinds.ts';
import { patterns } from '../../../renderer/paths.ts';
import { profileTabs } from '../../../renderer/search-params.ts';

const pages = Object.values(noticeKinds).flatMap(({ page }) => page ?? []);
/** The tabs of the other pages that notices lead to; their files name them. */
const tabs: Readonly<Record<string, readonly string[]>> = {
  [patterns.profile]: profileTabs,
  [patterns.settings]: ['organization', 'service-accounts'],
  [patterns.mail]: ['server'],
  [patterns.team]: ['roles'],
  [patterns.sessions]: ['sign-ins'],
};

test('the pages and tabs that notices lead to exist', () => {
  expect(pages.length).toBeGreaterThan(8);
  for (const page of pages) {
    const { pathname, searchParams } = new URL(page, 'http://console');
    expect(Object.values<string>(patterns)).toContain(pathname);
    const tab = searchParams.get('tab');
    if (tab !== null) expect(tabs[pathname]).toContain(tab);
  }
});

test('every notice leads to a place, unless its reader can do nothing', () => {
  const nowhere = Object.entries(noticeKinds).filter(([, { page, undoes }]) => page === null && !undoes);
  expect(nowhere.map(([kind]) => kind)).toEqual(['account_disabled', 'member_removed']);
});
