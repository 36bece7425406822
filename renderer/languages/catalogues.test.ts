import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dynamicPrefixes } from '#e2e/support/dynamic-texts.ts';
import { catalogues } from '#e2e/support/texts.ts';
import { languages } from './languages.ts';
import { signedInTexts } from './signed-in-texts.ts';

/** German texts that equal the English ones. DECISION 0236: among them terms that German admins use in English. */
const shared = new Set([
  'API',
  'Apps',
  'HTML',
  'Hash',
  'Host',
  'Node.js',
  'OK',
  'PostgreSQL {{version}}',
  'Passkey',
  'Passkeys',
  'Port',
  'Schema',
  'Version',
  'Webhook',
  'ntfy',
  '{{limit}} in {{window}}',
  '+{{number}}',
  'Castellan',
  '← Hosting',
  '{{topic}}',
  '{{day}}: {{count, number}}',
  '{{ms, number}} ms',
  '{{size}}',
  '{{tag}} ({{count}}, {{cost}})',
  '{{server}}: {{wanted}}.',
  '{{server}}: {{reason}}',
  '{{server}}: {{state}}',
  '{{cycle}}: {{after}}',
  'Upgrade',
  'Server',
  'Slack',
  'Sandbox',
  'Hosting',
  'Logo',
  'Managed',
  'Mattermost',
  'Microsoft Teams',
  'Unmanaged',
  'Code',
  'Discord',
  'Name',
  'Status',
  'Tags',
  'Team',
  '← Team',
  '{{from}} → {{to}}',
  '{{name}}: {{value}}',
  '{{text}} (HTTP {{status}})',
  '{{title}}: {{detail}}',
  '{{total, number}} {{subject}}',
  '{{workspace}} · {{role}}',
]);

/** Names and examples that are the same in every language. */
const wordless = new Set(['MIT', 'mail.example.com']);

type Tree = { [key: string]: string | Tree };

const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`${path}${name}`, value] as [string, string]] : flat(value, `${path}${name}.`),
  );

const texts = { en: new Map(flat(catalogues.en)), de: new Map(flat(catalogues.de)) };
const pluralForm = /_(zero|one|two|few|many|other)$/;
const keys = [...texts.en.keys()];
/** As they appear in the sources. */
const names = new Set(keys.map((key) => key.replace(pluralForm, '')));
const placeholders = (text: string) => [...text.matchAll(/\{\{(.+?)\}\}/g)].map(([, name]) => name).sort();

const renderer = join(import.meta.dirname, '..');
const sources = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.test.ts'))
  .map((path) => ({
    path,
    // Comments may quote texts and keys.
    code: readFileSync(join(renderer, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''),
  }));

describe('the catalogs', () => {
  test.each(languages)('give %s every key and no others', (language) => {
    expect([...texts[language].keys()].sort()).toEqual([...keys].sort());
  });

  test.each(languages)('give %s every plural form that its language needs', (language) => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const counted = new Set(keys.filter((key) => pluralForm.test(key)).map((key) => key.replace(pluralForm, '')));
    const wanted = [...counted].flatMap((name) => pluralCategories.map((form) => `${name}_${form}`));
    expect(wanted.filter((key) => !texts[language].has(key))).toEqual([]);
  });

  test.each(languages)('use the same placeholders in %s as in English', (language) => {
    // “One session” needs no number.
    const put = (key: string, text: string | undefined) =>
      placeholders(text ?? '').filter((name) => !key.endsWith('_one') || !name?.startsWith('count'));
    const differing = keys.filter((key) => {
      const [given, wanted] = [texts[language].get(key), texts.en.get(key)];
      return JSON.stringify(put(key, given)) !== JSON.stringify(put(key, wanted));
    });
    expect(differing).toEqual([]);
  });

  test('have no empty or padded text', () => {
    for (const language of languages) {
      const bad = [...texts[language]].filter(([, text]) => text === '' || text !== text.trim());
      expect(bad).toEqual([]);
    }
  });

  test('have German texts in German, except for words that both languages share', () => {
    const same = [...texts.de].filter(([key, text]) => text === texts.en.get(key)).map(([, text]) => text);
    expect([...new Set(same)].sort()).toEqual([...shared].sort());
  });

  test('address people formally in German', () => {
    const informal = [...texts.de].filter(([, text]) => /\b(du|dich|dir|dein(e[mnrs]?)?|euch|euer)\b/i.test(text));
    expect(informal).toEqual([]);
  });

  test('have no exclamation marks, straight quotes, or dots for an ellipsis', () => {
    const loud = languages.flatMap((language) => [...texts[language]].filter(([, text]) => /[!"]|\.\.\./.test(text)));
    expect(loud).toEqual([]);
  });
});

describe('the sources', () => {
  const literals = new Set(sources.flatMap(({ code }) => [...code.matchAll(/'([^'\n]*)'/g)].map(([, text]) => text)));
  const templates = sources.flatMap(({ code }) => [...code.matchAll(/`([\w.-]+\.)\$\{/g)].map(([, prefix]) => prefix));

  test('use every text of the catalog', () => {
    const unused = [...names].filter(
      (name) => !literals.has(name) && !dynamicPrefixes.some((prefix) => name.startsWith(prefix)),
    );
    expect(unused).toEqual([]);
  });

  test('use no key that the catalog lacks', () => {
    const said = sources.flatMap(({ path, code }) =>
      [...code.matchAll(/\bt\(\s*'([^']+)'/g)]
        .filter(([, key]) => !names.has(key ?? ''))
        .map(([, key]) => `${path}: ${key}`),
    );
    expect(said).toEqual([]);
  });

  test('use no text of the console in screens that show before the sign-in', () => {
    const signedOut = sources.filter(({ path }) =>
      /(^|\/)(features\/(auth|welcome)\/|public-routes|app\.tsx)/.test(path),
    );
    expect(signedOut.length).toBeGreaterThan(10);
    const missing = signedOut.flatMap(({ path, code }) =>
      [...code.matchAll(/['`]([a-zA-Z]+)\.[\w.]*['`$]/g)]
        .filter(([text, section]) => signedInTexts.some((name) => name === section) && names.has(text.slice(1, -1)))
        .map(([text]) => `${path}: ${text}`),
    );
    expect(missing).toEqual([]);
  });

  test('complete keys at run time only below the listed prefixes', () => {
    const roots = Object.keys(catalogues.en);
    const completed = templates.filter((prefix) => roots.includes(prefix?.split('.')[0] ?? ''));
    expect([...new Set(completed)].filter((prefix) => !dynamicPrefixes.includes(prefix ?? ''))).toEqual([]);
    expect(dynamicPrefixes.filter((prefix) => !completed.includes(prefix))).toEqual([]);
    for (const prefix of dynamicPrefixes) expect([...names].some((name) => name.startsWith(prefix))).toBe(true);
  });

  test('contain no screen text outside of the catalog', () => {
    // The linter checks text between tags. This checks attributes, and sentences anywhere else.
    const attribute =
      /\b(?:label|placeholder|title|description|lead|action|subject|alt|aria-label|nothingFoundMessage|message|consequences)=\{?\[?["'`]([^"'`]*[A-Za-z][^"'`]*)/;
    const sentence = /(["'`])[A-Z][a-z’]+( [a-z’,]+){2,}[^"'`]*\1/;
    const found = sources
      .filter(({ path }) => path.startsWith('features') || path.startsWith('components'))
      .flatMap(({ path, code }) =>
        code
          .split('\n')
          .filter((line) => {
            const [, text] = attribute.exec(line) ?? [];
            return (text && !wordless.has(text)) || (sentence.test(line) && !line.includes('Error('));
          })
          .map((line) => `${path}: ${line.trim()}`),
      );
    expect(found).toEqual([]);
  });
});

/** Groups of texts that no feature has alone. */
const ofAll = ['common', 'components', 'failures', 'live', 'roles', 'errors', 'fields', 'reasons'];
/** Parts of the frame of every page, in features/shell, and what features/security shows above it. */
const frame = ['commands', 'confirmation', 'idle', 'navigation', 'search', 'shortcuts'];

test('a group of texts has the name of its feature', () => {
  const features = readdirSync(join(import.meta.dirname, '../features')).map((name) =>
    name.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase()),
  );
  for (const catalogue of Object.values(catalogues)) {
    const others = Object.keys(catalogue).filter((name) => ![...features, ...frame].includes(name));
    expect(others.filter((name) => !ofAll.includes(name))).toEqual([]);
  }
});
