/**
 * Runs a TypeScript tool: `node e2e/tools/run.mjs e2e/tools/dev.ts`. Without a tool it only checks the Node version.
 * Plain JavaScript, because an older Node cannot load a .ts file and would only print ERR_UNKNOWN_FILE_EXTENSION.
 */
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { nodeProblem } from '../../main/node-version.mjs';

const problem = nodeProblem(process.versions.node);
if (problem === undefined) {
  const [tool] = process.argv.splice(2, 1);
  if (tool !== undefined) {
    // The tool sees its own path and arguments, as if Node had started it directly.
    process.argv[1] = resolve(tool);
    await import(pathToFileURL(process.argv[1]).href);
  }
} else {
  process.stderr.write(`castellan: ${problem} (${process.execPath})\n`);
  process.exitCode = 1;
}
