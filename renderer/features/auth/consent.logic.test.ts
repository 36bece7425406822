import { expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { scopeTexts } from './consent.logic.ts';

test('says what an application learns, in one order, and names what it has no words for', () => {
  expect(scopeTexts(['offline_access', 'reports:read', 'email', 'openid', ''], english)).toEqual([
    'Recognize you when you come back',
    'See your email address',
    'Stay signed in when you’re away',
    'Use “reports:read”',
  ]);
});
