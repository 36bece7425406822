import { writeFileSync } from 'node:fs';
import { version } from '../../main/platform/version.ts';
import { openApiDocument } from '../../main/transport/http/openapi.ts';
import { apiRecordOf, compressed, isApiRecorded } from '../support/api-records/records.ts';

/** Records the OpenAPI document of a release, which every later one is compared with (decision 0315). */
if (isApiRecorded(version)) {
  const file = apiRecordOf(version);
  process.stderr.write(`${file} exists. If ${version} is released, leave it. If not, delete the file.\n`);
  process.exitCode = 1;
} else {
  writeFileSync(apiRecordOf(version), compressed(openApiDocument()));
}
