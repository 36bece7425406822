import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, it, vi } from 'vitest';
import { dialog } from '#e2e/support/electron.ts';
import { systemClock } from '../platform/clock.ts';
import { createLogger } from '../platform/logger.ts';
import { type ActionParts, createActions } from './actions.ts';
import { textsIn } from './texts.ts';

afterEach(() => void vi.resetAllMocks());

/** What a second click must not do again. */
const pending = { runs: [] as PromiseWithResolvers<void>[] };
const run = (): Promise<never> => {
  const each = Promise.withResolvers<void>();
  pending.runs.push(each);
  return each.promise as Promise<never>;
};

const actions = createActions({
  texts: textsIn('en'),
  clock: systemClock,
  profile: {},
  window: {},
  updates: { check: run },
  backups: () => ({ plan: { dir: '/backups' }, run }),
  log: createLogger('silent'),
} as unknown as ActionParts);

it.each(['about', 'checkForUpdates', 'exportDiagnostics', 'backUp'] as const)(
  '%s is begun once, however often people click, and again once that is over',
  async (name) => {
    pending.runs = [];
    dialog.showMessageBox.mockImplementation(run);
    for (const _ of [1, 2, 3]) actions[name]?.();
    await setImmediate();
    expect(pending.runs).toHaveLength(1);
    pending.runs[0]?.reject(new Error('over'));
    // Told in a dialog of its own, which is closed.
    dialog.showMessageBox.mockImplementation(async () => ({ response: 0, checkboxChecked: false }));
    await setImmediate();
    pending.runs = [];
    dialog.showMessageBox.mockImplementation(run);
    actions[name]?.();
    await setImmediate();
    expect(pending.runs).toHaveLength(1);
  },
);
