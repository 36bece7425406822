import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, Visitor } from 'vite';
import { expect, test } from 'vitest';
import { mailTexts } from '#main/mail/mail-texts.ts';
import { userColumns } from '#main/storage/database/user-table.ts';
import { scopeTexts } from '#shared/texts/scopes.ts';

const root = join(import.meta.dirname, '../../..');
const columns = new Set<string>(userColumns);
const half = columns.size / 2;

/** Whether an object in a source text has most columns of an account. */
const makesRow = (path: string, text: string): boolean => {
  if (userColumns.filter((name) => text.includes(name)).length <= half) return false;
  let found = false;
  new Visitor({
    ObjectExpression({ properties }) {
      const named = properties.filter(
        (property) =>
          property.type === 'Property' && property.key.type === 'Identifier' && columns.has(property.key.name),
      );
      found ||= named.length > half;
    },
  }).visit(parseSync(path, text).program);
  return found;
};

/** The list of columns, and a test of statements that only looks like a row. */
const others = ['main/storage/database/user-table.ts', 'main/storage/database/statement-write.test.ts'];

test('every new account is made by newMember (DECISION 0267)', () => {
  const makers = globSync('{main,e2e}/**/*.ts', { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => makesRow(path, readFileSync(join(root, path), 'utf8')));
  expect(makers.filter((path) => !others.includes(path))).toEqual(['main/services/identity/new-member.ts']);
});

test('this test finds a row that is written by hand', () => {
  const row = userColumns.map((name) => `${name}: null`).join(', ');
  expect(makesRow('row.ts', `insertUser(tx, { ${row} });`)).toBe(true);
  expect(makesRow('row.ts', `updateUser(tx, { name: 'Ada' });`)).toBe(false);
});

test('emails and the console name what a key may do in the same words', () => {
  for (const [scope, text] of Object.entries(mailTexts.en.scopes)) {
    expect([scope, text.toLowerCase()]).toEqual([scope, scopeTexts[scope as keyof typeof scopeTexts].toLowerCase()]);
  }
});
