import { expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { linkDisabledReason, mailState, retryDisabledReason } from './mail.logic.ts';

test('only failed email can be sent again', () => {
  expect(retryDisabledReason({ status: 'failed' }, english)).toBeUndefined();
  expect(retryDisabledReason({ status: 'abandoned' }, english)).toBeUndefined();
  expect(retryDisabledReason({ status: 'queued' }, english)).toContain('sent yet');
  expect(retryDisabledReason({ status: 'sent' }, english)).toContain('sent');
});

test('a link can be copied if the service says so', () => {
  expect(linkDisabledReason({ link_available: true }, english)).toBeUndefined();
  expect(linkDisabledReason({ link_available: false }, english)).toContain('No link to share');
});

test('while email is held, what is in the queue is held, and nothing else', () => {
  expect(mailState('queued', true)).toBe('held');
  expect(mailState('queued', false)).toBe('queued');
  expect(mailState('sent', true)).toBe('sent');
});
