import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { policyFields } from '#shared/contract/organization/resources.ts';
import { policyLimits } from '#shared/rules/policies.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8');
const [, section = ''] = page.split('## Policies of an organization\n');
const rows = (section.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));

it('the page on operating explains every policy once, and no other', () => {
  const named = rows.map(([, , field]) => field);
  expect(named.toSorted()).toEqual(Object.keys(policyFields).toSorted());
});

it.each(Object.entries(policyLimits))('the page says the range of %s', (name, limit) => {
  const field = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  const range = rows.find(([, , each]) => each === field)?.[4];
  const written = (value: number) => value.toLocaleString('en-US');
  expect(range).toBe(
    typeof limit === 'number' ? `up to ${written(limit)}` : `${written(limit.min)}–${written(limit.max)}`,
  );
});
