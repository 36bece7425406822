import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The slowest files, slowest first. If one of them started last, the whole run would wait for it. */
const slow = [
  'e2e/http-api/permission-matrix.test.ts',
  'e2e/attacks/fuzz.test.ts',
  'e2e/faults/upgrade-kill.test.ts',
  'e2e/http-api/installation-commands.test.ts',
  'e2e/http-api/user-commands.test.ts',
  'e2e/http-api/restore.test.ts',
  'e2e/http-api/doctor.test.ts',
  'e2e/http-api/backup.test.ts',
  'e2e/http-api/conformance.test.ts',
  'e2e/http-api/command-line.test.ts',
  'e2e/faults/durability.test.ts',
  'e2e/http-api/api-key-matrix.test.ts',
  'e2e/faults/log-output.test.ts',
  'e2e/faults/cut-audit-log.test.ts',
  'e2e/attacks/graceful-stop.test.ts',
  'e2e/faults/upgrade-model.test.ts',
  'e2e/attacks/rate-limits.test.ts',
  'main/services/team/last-owner.test.ts',
  'main/transport/authority-in-flight.test.ts',
  'main/services/clock-ahead-operations.test.ts',
  'main/services/audit/every-operation.test.ts',
  'main/services/welcome/sample.test.ts',
  'main/services/hosting/runs/faults.test.ts',
  'main/provider/faults.test.ts',
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const rank = slow.findIndex((file) => moduleId.endsWith(file));
  return rank < 0 ? slow.length : rank;
};

/**
 * Vitest's own order, which depends on earlier runs, with the slow files of each project first: a new checkout has no
 * earlier runs.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.toSorted((a, b) =>
      a.project.name === b.project.name ? rankOf(a) - rankOf(b) : a.project.name < b.project.name ? -1 : 1,
    );
  }
}
