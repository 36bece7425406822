import type { Engine } from './engines.ts';
import { type Finding, fails, note } from './findings.ts';
import { compareVersions, majorOf, newestOfLine } from './versions.ts';

/** An engine as it is installed. */
export interface InstalledEngine extends Omit<Engine, 'readVersion'> {
  version: string;
  /** The package that brings it, by its name in the registry. */
  brought: { name: string; version: string };
}

const judgeSupport = (
  { name, version, supported }: InstalledEngine,
  published: readonly string[] | undefined,
  today: string,
): Finding[] => {
  const line = majorOf(version);
  if (!supported) return [];
  if ('until' in supported) {
    const until = supported.until[line];
    if (until === undefined) return [fails(`${name} ${line} has no end of support in e2e/tools/audit/engines.ts`)];
    return until < today ? [fails(`${name} ${line} has had no fixes since ${until}`)] : [];
  }
  const lines = (published ?? []).filter((candidate) => /^\d+\.\d+\.\d+$/.test(candidate)).map(majorOf);
  const newest = Math.max(line, ...lines);
  return line <= newest - supported.newest
    ? [
        fails(
          `${name} ${line} gets no fixes anymore: only the ${supported.newest} newest lines do, and ${newest} is out`,
        ),
      ]
    : [];
};

/**
 * What is wrong with an engine. `published` has the versions of its package, if they are known; `today` is YYYY-MM-DD.
 */
export const judgeEngine = (
  engine: InstalledEngine,
  published: readonly string[] | undefined,
  today: string,
): Finding[] => {
  const { name, within, version, brought, minimums, withdrawn = [] } = engine;
  const which = `${name} ${version} in ${within} ${brought.version}`;
  const newest = newestOfLine(brought.version, published ?? []);
  return [
    ...(withdrawn.includes(version) ? [fails(`${which} was withdrawn by its makers`)] : []),
    ...minimums
      .filter((minimum) => compareVersions(version, minimum.version) < 0)
      .map((minimum) => fails(`${which} is older than ${minimum.version}, which fixes ${minimum.because}`)),
    ...judgeSupport(engine, published, today),
    ...(newest === brought.version ? [] : [note(`${which}: ${within} ${newest} is out`)]),
  ];
};
