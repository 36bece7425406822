import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { changelogReleases } from '#e2e/support/changelog.ts';
import { schemaFixtures } from '#e2e/support/schema-fixtures.ts';
import { readRecords } from '#e2e/support/stored-records.ts';
import { version } from '#main/platform/version.ts';
import { openApiDocument } from '#main/transport/http/openapi.ts';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '../../..', path), 'utf8');
const asNumber = (text: string): number => text.split('.').reduce((sum, part) => sum * 1_000 + Number(part), 0);

/** What is out of step in a changelog, for a version of the program. */
const problemsIn = (text: string, present: string): string[] => {
  const releases = changelogReleases(text);
  const headings: readonly string[] = text.match(/^## .+$/gm) ?? [];
  const [unreleased, dated] = [headings.includes('## Unreleased'), headings.filter((one) => one !== '## Unreleased')];
  const [newest] = releases;
  const versions = releases.map((one) => asNumber(one.version));
  const dates = releases.map(({ date }) => date);
  return [
    ...(dated.length === releases.length ? [] : ['a heading is neither Unreleased nor a version with a date']),
    ...(headings.indexOf('## Unreleased') > 0 ? ['Unreleased is not the first section'] : []),
    ...(versions.join() === versions.toSorted((a, b) => b - a).join() ? [] : ['versions are out of order']),
    ...(dates.join() === dates.toSorted().reverse().join() ? [] : ['dates are out of order']),
    ...(newest === undefined || asNumber(newest.version) > asNumber(present)
      ? [`${present} is older than the newest section`]
      : []),
    ...(newest?.version === present || unreleased ? [] : [`${present} has no section`]),
  ];
};

describe('a release', () => {
  it('has one version in the package, its lock, the program and the OpenAPI document', () => {
    const lock = JSON.parse(read('package-lock.json')) as {
      version: string;
      packages: Record<string, { version: string }>;
    };
    expect([lock.version, lock.packages['']?.version, openApiDocument().info.version]).toEqual([
      version,
      version,
      version,
    ]);
    expect(JSON.parse(read('package.json'))).toMatchObject({ version });
  });

  it('has a section in the changelog', () => {
    expect(problemsIn(read('CHANGELOG.md'), version)).toEqual([]);
  });

  it('is the newest that recorded rows or a schema', () => {
    const recorded = [...readRecords().map(([release]) => release), ...schemaFixtures().map((one) => one.version)];
    expect(recorded.filter((one) => asNumber(one) > asNumber(version))).toEqual([]);
  });
});

describe('the check of the changelog', () => {
  const first = '## 0.1.0 – 2026-11-26\n';
  const second = '## 0.2.0 – 2027-01-31\n';

  it.each([
    ['the newest release', `${second}\n${first}`, '0.2.0'],
    ['nothing new since', `## Unreleased\n\n${first}`, '0.1.0'],
    ['the next release', `## Unreleased\n\n${first}`, '0.2.0'],
  ])('passes: %s', (_what, text, present) => {
    expect(problemsIn(text, present)).toEqual([]);
  });

  it.each([
    ['a section is missing', first, '0.2.0'],
    ['the version was not raised', `${second}\n${first}`, '0.1.0'],
    ['there is none', '# Changelog\n', '0.1.0'],
    ['sections are out of order', `${first}\n${second}`, '0.2.0'],
    ['dates are out of order', `## 0.2.0 – 2026-01-31\n\n${first}`, '0.2.0'],
    ['a date is missing', `## 0.2.0\n\n${first}`, '0.2.0'],
    ['what is unreleased comes later', `${first}\n## Unreleased\n`, '0.1.0'],
  ])('fails if %s', (_what, text, present) => {
    expect(problemsIn(text, present)).not.toEqual([]);
  });
});
