import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../main/platform/version.ts';
import { recordFolder, writtenNow } from '../support/stored-records.ts';

/** Records what this version stores as JSON, in `main/storage/store/recorded` (decision 0253). */
const file = join(recordFolder, `${version}.json`);
if (existsSync(file)) {
  process.stderr.write(
    `${file} exists. If ${version} is released, raise the version in package.json. If not, delete the file.\n`,
  );
  process.exitCode = 1;
} else {
  writeFileSync(file, `${JSON.stringify(writtenNow(), null, 2)}\n`);
}
