import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { installDebianPackages } from '../support/programs/debian.ts';

const parser = '/sbin/apparmor_parser';

/** What this system's parser says about a profile. */
export interface ParsedProfile {
  /** Its complaint, or undefined if it accepts the profile. */
  readonly problem: string | undefined;
  /** Lines that it can't know, because it is older than AppArmor 4. They were left out. */
  readonly unknown: readonly string[];
}

/**
 * Parses and compiles an AppArmor profile without loading it. Installs the parser if root runs this and there is none.
 * @throws Error if there is no parser
 */
export const parseProfile = (profile: string): ParsedProfile => {
  if (!existsSync(parser)) installDebianPackages(['apparmor']);
  const isNew = existsSync('/etc/apparmor.d/abi/4.0');
  const isUnknown = (line: string): boolean => !isNew && /^\s*(abi <abi\/4\.0>|userns),$/.test(line);
  const lines = profile.split('\n');
  const known = lines.filter((line) => !isUnknown(line)).join('\n');
  const { status, stderr } = spawnSync(parser, ['--skip-kernel-load', '--skip-cache'], {
    input: known,
    encoding: 'utf8',
  });
  return { problem: status === 0 ? undefined : stderr, unknown: lines.filter(isUnknown).map((line) => line.trim()) };
};
