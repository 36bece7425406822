import { expect, it } from 'vitest';
import type { AuditEventRow } from '../store/audit-events.ts';
import { noticeOf } from './notices.rules.ts';
import { textsIn } from './texts.ts';

const watcher = { userId: 'user_ann', tenantId: 'tnt_1' };
const row = (changed: Partial<AuditEventRow>): AuditEventRow =>
  ({ action: 'login', actor_id: 'user_ann', ip_address: '192.0.2.7', ...changed }) as AuditEventRow;
const told = (changed: Partial<AuditEventRow>) => noticeOf(row(changed), watcher, textsIn('en'));

it.each(['login', 'completeLogin'] as const)('tells the person of their own account’s sign-in (%s)', (action) => {
  expect(told({ action })).toEqual({
    title: 'New sign-in',
    body: 'Somebody signed in to your account from 192.0.2.7. Was it you?',
    page: '/dashboard/sessions',
  });
});

it('tells nobody of the sign-ins of others, nor of what is no news', () => {
  expect(told({ actor_id: 'user_bob' })).toBeUndefined();
  expect(told({ action: 'updateMe' })).toBeUndefined();
});
