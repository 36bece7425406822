import { parseArgs } from 'node:util';
import { conform } from './conform.ts';

const usage = `Usage: npm run conformance -- --url http://127.0.0.1:4310

Checks the statements of both seed documents against a running installation, and prints a row for each.
Creates accounts and leaves them there: use an installation for tests.
Lifetimes need a service started with --test-clock, and links in email one without a mail server.
Exits with 1 if a statement failed. "not tried" never counts as ok.
`;

/** @returns the exit code */
const main = async (): Promise<number> => {
  const { values } = parseArgs({ options: { url: { type: 'string' }, help: { type: 'boolean', short: 'h' } } });
  if (values.help === true || values.url === undefined) {
    process.stdout.write(usage);
    return values.help === true ? 0 : 1;
  }
  if (!URL.canParse(values.url)) {
    process.stderr.write(`conformance: ${values.url} is not a URL\n`);
    return 1;
  }
  const { failed } = await conform(values.url, (line) => process.stdout.write(`${line}\n`));
  return failed.length === 0 ? 0 : 1;
};

process.exitCode = await main();
