/**
 * Runs a TypeScript tool: `node e2e/tools/run.mjs e2e/tools/dev.ts`. Without a tool it only checks the Node version.
 * Plain JavaScript, because an older Node cannot load a .ts file and would only print ERR_UNKNOWN_FILE_EXTENSION.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { nodeProblem } from '../../main/platform/node-version.mjs';

/** npm 10 removes the link to the Node that it installed, together with the package for the other architecture. */
const linkNode = () => {
  const installed = `node-linux-${process.arch}/bin/node`;
  const at = (name) => fileURLToPath(new URL(`../../node_modules/${name}`, import.meta.url));
  const link = at('.bin/node');
  if (process.platform !== 'linux' || existsSync(link) || !existsSync(at(installed))) return undefined;
  symlinkSync(`../${installed}`, link);
  return link;
};

const linked = linkNode();
const problem = nodeProblem(process.versions.node);
if (problem === undefined) {
  const [tool] = process.argv.splice(2, 1);
  if (tool !== undefined) {
    // The tool sees its own path and arguments, as if Node had started it directly.
    process.argv[1] = resolve(tool);
    await import(pathToFileURL(process.argv[1]).href);
  }
} else if (linked !== undefined) {
  process.exitCode = spawnSync(linked, process.argv.slice(1), { stdio: 'inherit' }).status ?? 1;
} else {
  process.stderr.write(`castellan: ${problem} (${process.execPath})\n`);
  process.exitCode = 1;
}
