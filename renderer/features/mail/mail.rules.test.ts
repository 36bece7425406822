import { expect, test } from 'vitest';
import { linkRefusal, retryRefusal } from './mail.rules.ts';

test('only what failed is sent again', () => {
  expect(retryRefusal({ status: 'failed' })).toBeUndefined();
  expect(retryRefusal({ status: 'abandoned' })).toBeUndefined();
  expect(retryRefusal({ status: 'queued' })).toContain('waiting');
  expect(retryRefusal({ status: 'sent' })).toContain('sent');
});

test('a link is handed over where the service says so', () => {
  expect(linkRefusal({ link_available: true })).toBeUndefined();
  expect(linkRefusal({ link_available: false })).toContain('no link');
});
