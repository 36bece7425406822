import { expect, test } from 'vitest';
import { english } from '#e2e/fixtures/texts.ts';
import { linkDisabledReason, retryDisabledReason } from './mail.logic.ts';

test('only what failed is sent again', () => {
  expect(retryDisabledReason({ status: 'failed' }, english)).toBeUndefined();
  expect(retryDisabledReason({ status: 'abandoned' }, english)).toBeUndefined();
  expect(retryDisabledReason({ status: 'queued' }, english)).toContain('waiting');
  expect(retryDisabledReason({ status: 'sent' }, english)).toContain('sent');
});

test('a link is handed over where the service says so', () => {
  expect(linkDisabledReason({ link_available: true }, english)).toBeUndefined();
  expect(linkDisabledReason({ link_available: false }, english)).toContain('no link');
});
