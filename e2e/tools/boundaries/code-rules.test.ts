import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { brokenRules } from './broken-rules.ts';
import { codeRules } from './code-rules.ts';
import { sourceFiles } from './module-graph.ts';
import { plants } from './planted-code.ts';

const root = join(import.meta.dirname, '../../..');

describe('the sources', () => {
  const broken = globSync(sourceFiles, { cwd: root })
    .map((path) => path.replaceAll('\\', '/'))
    .flatMap((path) => brokenRules(path, readFileSync(join(root, path), 'utf8')).map((each) => ({ path, ...each })));

  it.each(Object.entries(codeRules))('have nowhere %s', (name, { may }) => {
    const found = broken.filter(({ rule }) => rule === name);
    expect(found.filter(({ path }) => !Object.hasOwn(may, path)).map(({ line }) => line)).toEqual([]);
    expect(Object.keys(may).filter((allowed) => !found.some(({ path }) => path === allowed))).toEqual([]);
  });
});

it('every rule has plants', () => {
  expect(Object.keys(plants)).toEqual(Object.keys(codeRules));
});

describe.each(Object.entries(plants))('the rule about %s', (rule, { paths, broken, fine }) => {
  const found = (path: string, text: string): string[] => brokenRules(path, text).map((each) => each.rule);

  it.each(broken)('finds %s', (text) => {
    for (const path of paths) expect(found(path, text), path).toContain(rule);
  });

  it.each(fine)('accepts %s', (text) => {
    for (const path of paths) expect(found(path, text), path).toEqual([]);
  });
});
