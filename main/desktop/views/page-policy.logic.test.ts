import { expect, it } from 'vitest';
import { pagePolicy, withoutDialogs } from './page-policy.logic.ts';

it('a page keeps its own policy, in any spelling, and gets this one besides', () => {
  expect(withoutDialogs({ 'Content-Security-Policy': ["default-src 'self'"], etag: ['x'] })).toEqual({
    'content-security-policy': ["default-src 'self'", pagePolicy],
    etag: ['x'],
  });
  expect(withoutDialogs({})).toEqual({ 'content-security-policy': [pagePolicy] });
  expect(pagePolicy).not.toContain('allow-modals');
});
