import { describe, expect, it } from 'vitest';
import { patterns, wayOnFrom } from './paths.ts';

const origin = 'https://castellan.example';
const applicationPages = [
  '/oauth2/interaction/aB3_-x',
  '/forward-auth/sign-in?ticket=kid.x',
  '/device?user_code=BCDF-GHJK',
];
const openedByEmail: readonly string[] = [patterns.reset, patterns.signInLink, patterns.invite, patterns.verify];
/** Pages of the console that no application sends anyone to. */
const pages = Object.values(patterns)
  .map((pattern) => pattern.replaceAll(/\$\w+/g, 'x'))
  .filter((path) => path === '/oauth2/sign-out' || !/^\/(oauth2|forward-auth|device)/.test(path));
const elsewhere = [
  'https://evil.example/oauth2/interaction/x',
  '//evil.example/device',
  '/\\evil.example/device',
  'javascript:alert(1)',
  '/oauth2/authorize?client_id=app_1',
  '/oauth2/interaction/x/go-on',
  '/oauth2/logout',
  '/oauth2/sign-out',
  '/forward-auth/check/app_1',
  '/login',
];

const at = (href: string, return_to?: unknown, kept?: string): string | undefined => {
  const search = return_to === undefined ? {} : { return_to };
  return wayOnFrom({ pathname: new URL(href, origin).pathname, href, search }, { wayOn: () => kept }, origin);
};

describe.each(pages)('from %s', (page) => {
  it.each(applicationPages)('someone goes on to %s if its address says so', (way) => {
    expect(at(page, way)).toBe(way);
    expect(at(page, way, '/dashboard/team')).toBe(way);
  });

  it.each(applicationPages)(
    'someone who was going to %s in another tab goes on there if an email has led here',
    (way) => {
      expect(at(page, undefined, way)).toBe(openedByEmail.includes(page) ? way : undefined);
    },
  );

  it.each(elsewhere)('nobody goes on to %s', (way) => {
    expect(at(page, way)).toBeUndefined();
    expect(at(page, undefined, way)).toBeUndefined();
    expect(at(page, way, way)).toBeUndefined();
  });
});

it.each(applicationPages)('someone who signs in at %s stays there, as whoever has signed in', (page) => {
  expect(at(page)).toBe(page);
  expect(at(`${page}${page.includes('?') ? '&' : '?'}account=other`)).toBe(page);
  for (const way of elsewhere) expect(at(page, way, way)).toBe(page);
});
