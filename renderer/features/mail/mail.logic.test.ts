import { expect, test } from 'vitest';
import { english } from '#e2e/fixtures/texts.ts';
import { linkRefusal, retryRefusal } from './mail.logic.ts';

test('only what failed is sent again', () => {
  expect(retryRefusal({ status: 'failed' }, english)).toBeUndefined();
  expect(retryRefusal({ status: 'abandoned' }, english)).toBeUndefined();
  expect(retryRefusal({ status: 'queued' }, english)).toContain('waiting');
  expect(retryRefusal({ status: 'sent' }, english)).toContain('sent');
});

test('a link is handed over where the service says so', () => {
  expect(linkRefusal({ link_available: true }, english)).toBeUndefined();
  expect(linkRefusal({ link_available: false }, english)).toContain('no link');
});
