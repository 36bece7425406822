import { join, relative } from 'node:path';
import { buildClient } from './build.ts';

/** `npm run client`: builds and packs the client of the API in `out/client`. */
const tarball = await buildClient(join(import.meta.dirname, '../../../out/client'));
process.stdout.write(`${relative(process.cwd(), tarball)}\n`);
