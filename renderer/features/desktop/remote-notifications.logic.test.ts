import { describe, expect, it } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { movedRuns, newSignIns } from './remote-notifications.logic.ts';

const session = (session_id: string, current = false) => ({
  session_id,
  device: 'Firefox on Linux',
  ip_address: '203.0.113.7',
  last_active: '2026-11-23T12:00:00.000Z',
  created_at: '2026-11-23T12:00:00.000Z',
  sign_in_method: null,
  current,
});

describe('sign-ins', () => {
  it('are news once they were not there before', () => {
    expect(newSignIns(new Set(['a']), [session('a'), session('b')], english)).toEqual([
      {
        title: 'New sign-in',
        body: 'Someone signed in to your account from 203.0.113.7 with Firefox on Linux. Was that you?',
        page: '/dashboard/sessions',
      },
    ]);
  });

  it('are no news at first, nor is the own one', () => {
    expect(newSignIns(undefined, [session('a')], english)).toEqual([]);
    expect(newSignIns(new Set(), [session('a', true)], english)).toEqual([]);
  });
});

describe('upgrades', () => {
  const run = (state: 'resized' | 'resizing' | 'confirmed') => ({ run_id: 'r', server_label: 'mail-1', state });

  it('are news when they reach a status that asks for something or ends them', () => {
    expect(movedRuns(new Map([['r', 'resizing']]), [run('resized')], english)).toEqual([
      { title: 'mail-1', body: 'It was resized. Confirm or revert the upgrade.', page: '/dashboard/hosting' },
    ]);
    expect(movedRuns(new Map(), [run('confirmed')], english)).toHaveLength(1);
  });

  it('are no news at first, without a change, or while they only progress', () => {
    expect(movedRuns(undefined, [run('resized')], english)).toEqual([]);
    expect(movedRuns(new Map([['r', 'resized']]), [run('resized')], english)).toEqual([]);
    expect(movedRuns(new Map([['r', 'resized']]), [run('resizing')], english)).toEqual([]);
  });
});
