import { expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { roleAlone } from '#shared/rules/permissions.ts';
import {
  billingText,
  changeDisabledReason,
  isBeforeUpgrade,
  isResized,
  manageDisabledReason,
  serverState,
  serviceLevelLabel,
  settingsDisabledReason,
} from './servers.logic.ts';

const server = { status: 'ACTIVE', is_suspended: false, is_locked: false, is_gone: false, open_run: null };
const run = { run_id: 'run_1', kind: 'upgrade', state: 'choosing' } as const;

test('an owner may change a running server', () => {
  expect(changeDisabledReason(roleAlone('owner'), server, english)).toBeUndefined();
  expect(changeDisabledReason(roleAlone('owner'), { ...server, status: 'active' }, english)).toBeUndefined();
  expect(changeDisabledReason(roleAlone('owner'), { ...server, status: 'SHUTOFF' }, english)).toBeUndefined();
});

test.each([
  [{ is_gone: true }, 'The provider no longer lists this server.'],
  [{ open_run: run }, 'Something is already in progress for this server. Finish it first.'],
  [{ is_suspended: true }, 'The provider has suspended this server.'],
  [{ is_locked: true }, 'The provider has locked this server.'],
  [{ status: 'RESIZED' }, 'The server is being changed: Needs a decision.'],
  [{ status: 'RESIZE' }, 'The server is being changed: Upgrading.'],
] as const)('%j keeps even an owner from changing the server', (changed, reason) => {
  expect(changeDisabledReason(roleAlone('owner'), { ...server, ...changed }, english)).toBe(reason);
});

test('an admin sees that only owners order, and who connects the provider', () => {
  expect(changeDisabledReason(roleAlone('admin'), server, english)).toBe('Only an owner can do this.');
  expect(manageDisabledReason(roleAlone('admin'), english)).toBe('Only an owner can do this.');
  expect(settingsDisabledReason(roleAlone('admin'), english)).toBe('Only an owner can change the provider settings.');
  expect([
    manageDisabledReason(roleAlone('owner'), english),
    settingsDisabledReason(roleAlone('owner'), english),
  ]).toEqual([undefined, undefined]);
});

test("a server's problem is shown before its status", () => {
  expect(serverState({ ...server, is_gone: true, is_suspended: true }, english).text).toBe('Deleted');
  expect(serverState({ ...server, is_suspended: true, is_locked: true }, english).text).toBe('Suspended');
  expect(serverState(server, english)).toEqual({ text: 'Active', color: 'verdigris' });
  const upgraded = { ...server, open_run: { ...run, state: 'resized' } } as const;
  expect(serverState({ ...upgraded, status: 'RESIZED' }, english)).toEqual({
    text: 'Confirm or revert',
    color: 'yellow',
  });
  expect(serverState({ ...upgraded, status: 'ERROR' }, english).text).toBe('ERROR');
  expect(serverState({ ...server, status: 'UNHEARD' }, english)).toEqual({ text: 'UNHEARD', color: 'yellow' });
});

test('from the start of an upgrade to its decision, the cost is that before the upgrade', () => {
  const before = (state: 'awaiting_payment' | 'applying' | 'resized' | 'confirming') =>
    isBeforeUpgrade({ open_run: { ...run, state } });
  expect([before('awaiting_payment'), before('applying'), before('resized'), before('confirming')]).toEqual([
    false,
    true,
    true,
    true,
  ]);
  expect(isBeforeUpgrade(server)).toBe(false);
});

test('a server that waits for a decision is recognized by its status in any case', () => {
  expect([isResized({ status: 'Resized' }), isResized(server)]).toEqual([true, false]);
});

test('managed, unmanaged and unknown are distinguished', () => {
  const words = [true, false, null].map((managed) => serviceLevelLabel({ managed }, english));
  expect(words).toEqual(['Managed', 'Unmanaged', 'Service level unknown']);
});

test.each([
  ['Unmanaged Linux VPS', false, 'Monthly'],
  ['managed Linux VPS', true, 'Monthly'],
  // The name of another level tells nothing of this one.
  ['Unmanaged Linux VPS', true, 'Monthly · Managed'],
  ['Linux VPS', false, 'Monthly · Unmanaged'],
  ['Unmanaged Linux VPS', null, 'Monthly · Service level unknown'],
  [null, true, 'Monthly · Managed'],
] as const)('a server with the plan %s, managed: %s, is billed: %s', (product_name, managed, text) => {
  const server = { billingcycle: 'monthly', product_name, managed } as const;
  expect(billingText(server, true, english)).toBe(text);
  expect(billingText(server, false, english)).toBe('Monthly');
  expect(billingText({ ...server, billingcycle: null }, false, english)).toBe(english('hosting.cycles.unknown'));
});
