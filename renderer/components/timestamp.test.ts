import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogues } from '#e2e/support/texts.ts';

type Tree = { [key: string]: string | Tree };

const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`${path}${name}`, value] as [string, string]] : flat(value, `${path}${name}.`),
  );

const features = join(import.meta.dirname, '..');
const code = globSync('{components,features}/**/*.tsx', { cwd: features })
  .toSorted()
  .map((file) => readFileSync(join(features, file), 'utf8'))
  .join('\n');

const span = /\b(?:until|since|bis|seit)(?: zum| am)?(?: \{\{(\w+)\}\}|$)/i;
const texts = Object.values(catalogues).flatMap((catalogue) => flat(catalogue));

/** What a component shows, from its name to the end of its attributes; `relative` if it says nothing else. */
const showOf = (element: string): string => /\bshow="(\w+)"/.exec(element)?.[1] ?? 'relative';

/** How the time is shown that a sentence has a mark for: the part is the last of this name before the sentence. */
const markShown = (key: string, mark: string): string[] => {
  const at = code.indexOf(`'${key}'`);
  const parts = [
    ...code.slice(Math.max(0, at - 600), at).matchAll(new RegExp(`\\b${mark}: [^<,}]*(<Timestamp.*?/>)`, 'g')),
  ];
  return parts.slice(-1).map(([, element = '']) => showOf(element));
};

/** How the times are shown that have this text as their label: they follow it, or are of the same component. */
const labeledShown = (key: string): string[] => {
  const said = `t('${key}')`;
  const moments = code.match(/<Moment\b[\s\S]*?\/>/g)?.filter((element) => element.includes(said)) ?? [];
  const after = code.split(said).slice(1);
  const stamps = after.flatMap((rest) => /<Timestamp\b.*?\/>/.exec(rest.split("t('")[0] ?? '') ?? []);
  return [...moments, ...stamps].map(showOf);
};

describe('a time after “until” or “since”', () => {
  const found = texts.flatMap(([key, text]) => {
    const match = span.exec(text);
    if (!match) return [];
    const shown = match[1] === undefined ? labeledShown(key) : markShown(key, match[1]);
    return shown.map((show) => ({ key, show }));
  });

  it('is found in sentences and labels', () => {
    const keys = found.map(({ key }) => key);
    expect(keys).toEqual(
      expect.arrayContaining(['events.oldSecret', 'hosting.approvals.agreed', 'sessions.trusted.until']),
    );
    expect(found.length).toBeGreaterThan(20);
  });

  it('is a date: “until in 3 minutes” and “since 2 days ago” are no English', () => {
    expect(found.filter(({ show }) => show !== 'absolute' && show !== 'date')).toEqual([]);
  });
});

describe('a time that is yet to come', () => {
  // `20 hours ago` and `just now` are said of what has happened.
  it('is never shown like one that has passed', () => {
    const elements = code.match(/<(?:Timestamp|Moment)\b[\s\S]*?\/>/g) ?? [];
    const ahead = elements.filter((element) =>
      /value=\{[^}]*(?:expires_at|until|_due_at|deletion(?:_at)?|next_\w+)\}/.test(element),
    );
    expect(ahead.length).toBeGreaterThan(10);
    expect(ahead.filter((element) => showOf(element) === 'relative')).toEqual([]);
  });
});
