import { execFile } from 'node:child_process';
import { type Finding, fails, note, unchecked } from './findings.ts';

const severities = ['critical', 'high', 'moderate', 'low', 'info'] as const;

interface NpmReport {
  vulnerabilities?: Readonly<Record<string, { severity: string }>>;
  metadata?: object;
  message?: string;
}

/** Judges what `npm audit --json` printed. High and critical vulnerabilities fail, in development dependencies too. */
export const judgeAdvisories = (printed: string): Finding[] => {
  let report: NpmReport = {};
  try {
    report = JSON.parse(printed) as NpmReport;
  } catch {
    // npm prints nothing at all if it is stopped.
  }
  if (!report.metadata) {
    const reason = report.message?.replace(/ - .*/, '') ?? 'npm had no answer in time';
    return [unchecked(`known vulnerabilities: ${reason}`)];
  }
  const found = Object.entries(report.vulnerabilities ?? {});
  return severities.flatMap((severity) => {
    const names = found.filter(([, vulnerability]) => vulnerability.severity === severity).map(([name]) => name);
    if (names.length === 0) return [];
    const line = `${severity} vulnerabilities in ${names.join(', ')}: see npm audit`;
    return [severity === 'critical' || severity === 'high' ? fails(line) : note(line)];
  });
};

/** What npm prints, whatever its exit code. Empty if it takes too long. */
export const askNpm = (args: readonly string[], timeoutMs: number): Promise<string> =>
  new Promise((resolve) => {
    const options = { shell: process.platform === 'win32', timeout: timeoutMs, maxBuffer: 64 * 1_024 ** 2 };
    execFile('npm', args, options, (_error, stdout) => resolve(stdout));
  });
