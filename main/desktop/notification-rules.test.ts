import { expect, it } from 'vitest';
import { login as loginAnswer } from '#shared/contract/auth/resources.ts';
import { contract } from '#shared/contract/index.ts';
import type { AuditAction } from '#shared/texts/audit.ts';
import type { AuditEventRow } from '../storage/store/audit/audit-events.ts';
import { detailsShape } from '../storage/store/stored-shapes.ts';
import { notificationOf, type WindowUser } from './notification-rules.ts';
import { textsIn } from './texts.ts';

const watcher: WindowUser = { userId: 'user_ann', tenantId: 'tnt_1', role: 'admin' };
const row = (changed: Partial<AuditEventRow>): AuditEventRow =>
  ({ action: 'login', actor_id: 'user_ann', ip_address: '192.0.2.7', ...changed }) as AuditEventRow;
const shownFor = (changed: Partial<AuditEventRow>, who = watcher) => notificationOf(row(changed), who, textsIn('en'));

/** Every operation that answers with a new session for someone who has an account. */
const signIns = Object.values(contract.auth)
  .filter((operation) => operation.output === loginAnswer && operation.id !== 'restoreAccount')
  .map(({ id }) => id as AuditAction);

it.each(signIns)('notifies users of a sign-in to their own account (%s)', (action) => {
  expect(shownFor({ action })).toEqual({
    title: 'New sign-in',
    body: 'Someone signed in to your account from 192.0.2.7. Was that you?',
    page: '/dashboard/sessions',
  });
});

it('knows every way to sign in', () => {
  expect(signIns).toEqual(['login', 'completeLogin', 'loginWithPasskey', 'loginWithLink', 'completeLoginWithPasskey']);
});

it("does not notify of other users' sign-ins, or of unimportant events", () => {
  expect(shownFor({ actor_id: 'user_bob' })).toBeUndefined();
  expect(shownFor({ action: 'updateMe' })).toBeUndefined();
});

const moved = (to: string): Partial<AuditEventRow> => ({
  action: 'advanceUpgradeRun',
  actor_id: 'system',
  target_label: 'mail-1',
  details: detailsShape.write({ run_id: 'run_1', to }),
});

it.each(['awaiting_payment', 'resized', 'confirmed', 'reverted', 'failed'])(
  'notifies of an upgrade that is %s',
  (to) => {
    expect(shownFor(moved(to))).toEqual({
      title: 'mail-1',
      body: textsIn('en').runMoved[to],
      page: '/dashboard/hosting',
    });
  },
);

/** What colleagues do to an upgrade that ends a wait, or begins one. */
it.each(['advanceUpgradeRun', 'orderUpgrade', 'upgradeInstance', 'checkUpgradeRun', 'confirmUpgrade', 'revertUpgrade'])(
  'notifies of an upgrade that someone else has moved (%s)',
  (action) => {
    const by = { action: action as AuditAction, actor_id: 'user_bob' };
    expect(shownFor({ ...moved('confirmed'), ...by })).toMatchObject({ title: 'mail-1' });
    expect(shownFor({ ...moved('confirmed'), ...by, actor_id: watcher.userId })).toBeUndefined();
  },
);

it('does not notify members, the user who advanced an upgrade, or anyone while it is only in progress', () => {
  expect(shownFor(moved('resized'), { ...watcher, role: 'member' })).toBeUndefined();
  expect(shownFor({ ...moved('confirmed'), action: 'confirmUpgrade', actor_id: watcher.userId })).toBeUndefined();
  expect(shownFor(moved('resizing'))).toBeUndefined();
});

it.each([
  'invoice_due',
  'invoice_overdue',
  'change_invoice',
  'change_invoice_due',
  'decision_soon',
  'undecided',
  'left_off',
])('reminds of an upgrade that waits: %s', (reason) => {
  const reminder = {
    action: 'remindOfUpgrade',
    actor_id: 'system',
    target_label: 'mail-1',
    details: detailsShape.write({ run_id: 'run_1', reason }),
  } as const;
  const body = textsIn('en').upgradeWaits[reason];
  expect(shownFor(reminder, { ...watcher, role: 'owner' })).toEqual({
    title: 'mail-1',
    body,
    page: '/dashboard/hosting',
  });
  expect(shownFor(reminder)).toBeUndefined();
});
