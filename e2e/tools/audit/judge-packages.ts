import { type Finding, fails, note } from './findings.ts';
import type { LockedPackage } from './lock.ts';

/** What a registry says about one version of a package. */
export type Answer = { is: 'offered'; deprecated?: string } | { is: 'withdrawn' };

/** A deprecated package that we go on using for a while. */
export interface Exception {
  /** As package.json calls it. */
  name: string;
  reason: string;
  /** The last day of the exception, YYYY-MM-DD. */
  until: string;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const judgeDirect = (alias: string, what: string, exceptions: readonly Exception[], today: string): Finding => {
  const exception = exceptions.find(({ name }) => name === alias);
  if (!exception) return fails(what);
  const { reason, until } = exception;
  return until < today
    ? fails(`${what} (the exception ended on ${until}: ${reason})`)
    : note(`${what} (accepted until ${until}: ${reason})`);
};

/** `answers` holds what is known of each `name@version`; what isn't known is judged by the lock alone. */
export const judgePackages = (
  packages: readonly LockedPackage[],
  answers: ReadonlyMap<string, Answer>,
  exceptions: readonly Exception[],
  today: string,
): Finding[] => {
  const findings = packages.flatMap(({ name, version, direct, deprecated: locked }): Finding[] => {
    const answer = answers.get(`${name}@${version}`);
    if (answer?.is === 'withdrawn') return [fails(`${name} ${version} was withdrawn from the registry`)];
    const deprecated = answer?.deprecated ?? (answer === undefined ? locked : undefined);
    if (deprecated === undefined) return [];
    const what = `${name} ${version} is deprecated: ${oneLine(deprecated)}`;
    return direct.length === 0 ? [note(what)] : direct.map((alias) => judgeDirect(alias, what, exceptions, today));
  });
  const superfluous = exceptions.filter(({ name }) => !packages.some(({ direct }) => direct.includes(name)));
  return [
    ...findings,
    ...superfluous.map(({ name }) => fails(`the exception for ${name} can go: package.json doesn't list it`)),
  ];
};
