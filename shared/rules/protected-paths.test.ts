import { describe, expect, it } from 'vitest';
import { type PathRule, readRules, segmentsOf } from './protected-paths.ts';

describe('a path', () => {
  it.each([
    ['/', []],
    ['/wiki', ['wiki']],
    ['/wiki/', ['wiki']],
    ['/wiki?to=/admin', ['wiki']],
    ['/w%69ki/a%20b', ['wiki', 'a b']],
    ['/caf%C3%A9', ['café']],
    ['/.hidden/Special:Page', ['.hidden', 'Special:Page']],
    ['/app/index.php', ['app', 'index.php']],
  ])('%j is read in one way', (target, segments) => {
    expect(segmentsOf(target)).toEqual(segments);
  });

  it.each([
    '',
    'wiki',
    '*',
    'https://elsewhere.example/',
    '//wiki',
    '/a//b',
    '/a/.',
    '/a/./b',
    '/a/../b',
    '/a/%2e%2e/b',
    '/a/.%2E/b',
    '/a/%2E/b',
    '/a%2fb',
    '/a%2Fb',
    '/a%5cb',
    '/a\\b',
    '/a;b',
    '/a%3bb',
    '/..;/admin',
    '/a/..;x=1/b',
    '/a%00b',
    '/a%0ab',
    '/a%252fb',
    '/a%25',
    '/a%',
    '/a%zz',
    '/a%c0%af',
    '/a%ff',
    '/a#b',
    '/a/%20/b',
    '/a/.. /b',
    '/a/..%20/b',
    '/a/...',
    '/admin.',
    '/admin./b',
    '/admin%20/b',
    '/admin%20',
    '/%20admin',
    '/admin::$INDEX_ALLOCATION/b',
    '/admin:$i30:$INDEX_ALLOCATION/b',
    '/index.php/admin',
    '/admin%3Fx',
    '/admin%23x',
    '/ad%E2%80%8Cmin',
    '/\u00c0\u00ae\u00c0\u00ae/admin',
    '/a/%EF%BC%8E%EF%BC%8E/b',
    '/a\u2100b',
    '/a%EF%BC%8Fb',
  ])('%j could mean more than one', (target) => {
    expect(segmentsOf(target)).toBe('ambiguous');
  });
});

describe('the rule for a path', () => {
  const open = { path: '/status', access: 'public' } as const;
  const staff = { path: '/status/internal', access: 'allowed' } as const;
  const admin = { path: '/admin', access: 'group', group_id: 'grp_admins' } as const;
  const money = { path: '/admin/billing/', access: 'second_factor' } as const;
  const rules: PathRule[] = [open, staff, admin, money];
  it.each([
    ['/status', open],
    ['/status/', open],
    ['/status/today', open],
    ['/status?x=/admin', open],
    ['/statuses', undefined],
    ['/STATUS', undefined],
    ['/status/internal', staff],
    ['/status/INTERNAL/x', staff],
    ['/admin', admin],
    ['/ADMIN/users', admin],
    ['/%61dmin', admin],
    ['/admin.json', admin],
    ['/ADMIN.html/x', admin],
    ['/status.json', undefined],
    ['/%EF%BD%81dmin', admin],
    ['/admin/billing', money],
    ['/Admin/Billing/now', money],
    ['/administration', undefined],
    ['/', undefined],
    ['/admin/../status', 'ambiguous'],
    ['/status/..;/admin', 'ambiguous'],
  ])('%j is %j', (target, rule) => {
    expect(readRules(rules)(target)).toEqual(rule);
    expect(readRules([...rules].reverse())(target)).toEqual(rule);
  });

  it('that asks for more counts, of two for the same path', () => {
    const closed = { path: '/status/', access: 'second_factor' } as const;
    expect(readRules([closed, open])('/status')).toBe(closed);
    expect(readRules([open, closed])('/status')).toBe(closed);
  });

  it('has a path that is read in one way', () => {
    expect(() => readRules([{ path: '/a/../b', access: 'public' }])).toThrow('/a/../b is ambiguous');
  });

  it('is none without rules, whatever the path', () => {
    expect(readRules([])('/a%2fb')).toBeUndefined();
  });
});
