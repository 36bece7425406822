import { writeFileSync } from 'node:fs';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';
import { type Counts, countsFileVariable, failedTest } from './counts.ts';

const firstLine = ({ message }: { message: string }): string => message.split('\n')[0] ?? '';

/** What went wrong in a file outside of its tests: while it was loaded, or in a hook. */
const errorsAround = (module: TestModule): string[] =>
  [module, ...module.children.allSuites()]
    .flatMap((suite) => suite.errors())
    .map((error) => `${module.relativeModuleId}: ${firstLine(error)}`);

/** Writes what {@link Counts} holds. Unlike the one for JSON that vitest has, it also tells of errors outside of tests. */
export default class CountsReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const file = process.env[countsFileVariable];
    if (file === undefined) throw new Error(`${countsFileVariable} names no file`);
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const counts: Counts = {
      passed: tests.filter((test) => test.result().state === 'passed').length,
      failed: [
        ...tests.flatMap((test) => {
          const { state, errors } = test.result();
          return state === 'failed' ? failedTest(test.module.relativeModuleId, test.fullName, errors) : [];
        }),
        ...modules.flatMap(errorsAround),
        ...unhandled.map((error) => `outside of any test: ${firstLine(error)}`),
      ],
    };
    writeFileSync(file, JSON.stringify(counts));
  }
}
