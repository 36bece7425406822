import { vi } from 'vitest';
import { minute } from '#shared/rules/limits.ts';
import type { PageActions } from './page-actions.ts';
import type { Cast } from './screen-test.ts';

/** Comes back to the page after some minutes, so that it asks for what others have changed. */
export const lookAgain = async ({ app }: Pick<Cast, 'app'>, page: Pick<PageActions, 'settled'>): Promise<void> => {
  vi.setSystemTime(app.clock.now() + 2 * minute);
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  await page.settled(20);
};
