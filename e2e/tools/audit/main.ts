import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { second } from '#shared/rules/limits.ts';
import { systemClock, toIso } from '../../../main/platform/clock.ts';
import { askNpm, judgeAdvisories } from './advisories.ts';
import { engines } from './engines.ts';
import { exceptions } from './exceptions.ts';
import { type Finding, reportOn, unchecked } from './findings.ts';
import { type InstalledEngine, judgeEngine } from './judge-engine.ts';
import { judgePackages } from './judge-packages.ts';
import { readKnownAnswers, writeKnownAnswers } from './known-answers.ts';
import { type Lock, lockedPackages } from './lock.ts';
import { askRegistry, createRegistry } from './registry.ts';

/** `--strict` also fails if something could not be checked: before a release, everything has to be. */
const { values } = parseArgs({ options: { strict: { type: 'boolean', default: false } } });

/** DECISION 0251: a registry that takes longer has not answered: `npm test` must not wait for it. */
const patienceMs = 10 * second;

/** `fetch` says what went wrong only in the cause. */
const messageOf = ({ cause, message }: Error): string => (cause instanceof Error ? cause.message : message);

const now = systemClock.now();
const today = toIso(now).slice(0, 10);
const packages = lockedPackages(JSON.parse(readFileSync('package-lock.json', 'utf8')) as Lock);

const installed = engines.map(({ readVersion, ...engine }): InstalledEngine => {
  const brought = packages.find(({ direct }) => direct.includes(engine.within));
  if (!brought) throw new Error(`e2e/tools/audit/engines.ts names ${engine.within}, which package.json doesn't list`);
  return { ...engine, brought, version: readVersion?.() ?? brought.version };
});

const advisories = askNpm(['audit', '--json', '--fetch-retries=0'], patienceMs);
const url = (await askNpm(['config', 'get', 'registry'], patienceMs)).trim().replace(/\/$/, '');

let known = await readKnownAnswers(url, now);
const problems: Finding[] = [];
if (!known) {
  const { problem, ...answers } = await askRegistry(
    createRegistry(url, AbortSignal.timeout(patienceMs)),
    packages,
    installed.map(({ brought }) => brought.name),
  );
  known = { url, at: now, ...answers };
  if (problem) {
    const reason = problem.name === 'TimeoutError' ? 'the registry takes too long' : messageOf(problem);
    problems.push(unchecked(`all packages, and whether engines have newer versions: ${reason}`));
  } else {
    await writeKnownAnswers(known);
  }
}
if (problems.length === 0 && !known.tellsDeprecations) {
  problems.push(unchecked("which packages are deprecated: this registry doesn't say"));
}

const { lines, exitCode } = reportOn(
  [
    ...judgeAdvisories(await advisories),
    ...judgePackages(packages, known.answers, exceptions, today),
    ...installed.flatMap((engine) => judgeEngine(engine, known.versions.get(engine.brought.name), today)),
    ...problems,
  ],
  values.strict,
);
process.stdout.write(`${lines.join('\n')}\n`);
process.exitCode = exitCode;
