import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { perFile } from '#e2e/support/prepared.ts';
import { createTestApp } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';

interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}

interface RuleTest {
  name: string;
  input_series: { series: string }[];
  promql_expr_test: { expr: string; exp_samples: unknown[] }[];
}

const root = join(import.meta.dirname, '../..');
const readRoot = (path: string): Promise<string> => readFile(join(root, path), 'utf8');
const { groups } = parse(await readRoot('deploy/alerts.yml')) as { groups: { rules: Rule[] }[] };
const { tests } = parse(await readRoot('deploy/alerts.test.yml')) as { tests: RuleTest[] };
const rules = groups.flatMap((group) => group.rules);

/** The metrics that an expression selects, each with the labels that it selects by. */
const selectorsIn = (expression: string): { metric: string; labels: string[] }[] => {
  const found: { metric: string; labels: string[] }[] = [];
  parser.parse(expression).iterate({
    enter({ name, node, from, to }) {
      const text = expression.slice(from, to);
      if (name === '⚠') throw new Error(`Not an expression: ${expression}`);
      if (name === 'VectorSelector') found.push({ metric: text.split('{')[0]?.trim() ?? '', labels: [] });
      if (node.parent?.name === 'UnquotedLabelMatcher' && name === 'LabelName') found.at(-1)?.labels.push(text);
    },
  });
  return found;
};

const server = perFile(() => createTestApp({ 'audit-stream': 'http://127.0.0.1:1/' }));
/** The labels of each exported metric, by the name of its samples. */
let exported: Map<string, Set<string>>;
beforeAll(async () => {
  // Makes a sample of each metric that has none before.
  await send(server.address, 'POST', '/api/v1/auth/login', { body: { email: 'a@example.com', password: 'wrong 1' } });
  const { text } = await send(server.address, 'GET', '/metrics');
  exported = new Map(
    [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = '', type]) =>
      (type === 'histogram' ? ['_bucket', '_sum', '_count'] : ['']).map((suffix) => [`${name}${suffix}`, new Set()]),
    ),
  );
  for (const [, name = '', labels = ''] of text.matchAll(/^(\w+)\{(.*)\} /gm)) {
    for (const [, label = ''] of labels.matchAll(/(\w+)="/g)) exported.get(name)?.add(label);
  }
  // Prometheus makes this one itself, and sets these labels on each.
  exported.set('up', new Set());
  for (const labels of exported.values()) labels.add('job').add('instance');
});

const assertExported = (expression: string): void => {
  for (const { metric, labels } of selectorsIn(expression)) {
    expect([...exported.keys()], expression).toContain(metric);
    for (const label of labels)
      expect([...(exported.get(metric) ?? [])], `${metric} in ${expression}`).toContain(label);
  }
};

it('are as many as they have names', () => {
  expect(rules.length).toBeGreaterThan(15);
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});

describe.each(rules)('$alert', ({ alert, expr, for: wait, labels, annotations }) => {
  it('selects only metrics and labels that the service exports', () => {
    expect(selectorsIn(expr)).not.toEqual([]);
    assertExported(expr);
  });

  it('has a severity, a wait, and texts that say what to do', () => {
    expect(['critical', 'warning']).toContain(labels.severity);
    expect(wait).toMatch(/^\d+[mh]$/);
    expect(Object.keys(annotations)).toEqual(['summary', 'description', 'runbook']);
    expect(annotations.summary).toMatch(/\$labels\.instance/);
    expect(annotations.description?.split('. ').length).toBeGreaterThan(1);
  });

  it('points to a section of the docs that exists', async () => {
    const [path = '', anchor] = annotations.runbook?.split('#') ?? [];
    const sections = [...(await readRoot(path)).matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    expect(sections).toContain(anchor);
  });

  it('has tests in which it fires, and in which it does not', () => {
    const results = tests
      .flatMap((test) => test.promql_expr_test)
      .filter((query) => query.expr.includes(`alertname="${alert}",alertstate="firing"`))
      .map((query) => query.exp_samples.length > 0);
    expect(new Set(results)).toEqual(new Set([true, false]));
  });
});

it.each(tests)('the test "$name" has only series that the service exports', ({ name, input_series }) => {
  for (const { series } of input_series) assertExported(series);
  const [first] = name.split(' ');
  expect(['no', ...rules.map(({ alert }) => alert)]).toContain(first);
});

it('are all quiet in a test that has every metric of every rule', () => {
  const [quiet] = tests.filter(({ name }) => name.startsWith('no alert fires'));
  const given = new Set(quiet?.input_series.map(({ series }) => series.split('{')[0]));
  const used = new Set(rules.flatMap(({ expr }) => selectorsIn(expr)).map(({ metric }) => metric));
  expect([...given].sort()).toEqual([...used].sort());
});
