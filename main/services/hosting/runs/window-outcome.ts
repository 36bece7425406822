import type { RunEvent } from '#shared/flows/upgrade-flow.ts';
import type { WindowNotice } from '#shared/flows/upgrade-reminders.ts';
import type { AuditAction } from '#shared/texts/audit.ts';
import type { RunChange, RunRow } from '../../../storage/store/hosting/upgrade-runs.ts';
import { orderOf, windowOf } from '../../../storage/store/stored-columns.ts';
import { type ApplyWindow, applyWindowShape } from '../../../storage/store/stored-shapes.ts';
import { windowTimes } from './window-times.ts';

/** What a move of a run means for its planned time, and what owners are told of it. */
interface WindowOutcome {
  change?: RunChange;
  notice?: WindowNotice;
}

/** Each notice is given once per window. */
const noticeKey = (window: ApplyWindow, notice: WindowNotice, now: number): string =>
  `${notice}:${windowTimes(window, now).start}`;

/** The window after a notice; undefined if owners got it already. */
export const withNotice = (window: ApplyWindow, notice: WindowNotice, now: number): RunChange | undefined => {
  const key = noticeKey(window, notice, now);
  return window.told.includes(key)
    ? undefined
    : { apply_window: applyWindowShape.write({ ...window, told: [...window.told, key].slice(-20) }) };
};

const ended = (notice?: WindowNotice): WindowOutcome => ({
  change: { apply_window: null },
  ...(notice && { notice }),
});

/**
 * A plan lasts while its order waits, and while the service itself asks the provider to apply it. After a refusal it
 * waits for the next time. DECISION 0200: whenever the outcome isn't known, and whenever people act, the plan is over, so
 * that nothing is applied that no one expects any more.
 */
export const windowAfter = (
  run: RunRow,
  event: RunEvent,
  action: AuditAction,
  change: RunChange,
  now: number,
): WindowOutcome => {
  const window = windowOf(run);
  if (!window) return {};
  switch (event) {
    case 'apply_intended':
      // The service says so only within a window.
      return action === 'advanceUpgradeRun' ? {} : ended();
    case 'order_missing':
      return {};
    case 'order_found': {
      const found = orderOf({ provider_order: change.provider_order ?? null });
      // A plan is for one order. No one planned another one.
      return found?.id === orderOf(run)?.id ? {} : ended('window_dropped');
    }
    case 'apply_refused': {
      const change = withNotice(window, 'window_refused', now);
      return change ? { change, notice: 'window_refused' } : {};
    }
    case 'apply_absent':
      return ended('window_unclear');
    default:
      return ended(run.state === 'applying' && started.includes(event) ? 'window_started' : undefined);
  }
};

const started: readonly RunEvent[] = ['apply_accepted', 'server_resized', 'size_reached'];
