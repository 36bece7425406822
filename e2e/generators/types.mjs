/** Writes the types of an OpenAPI document: `node types.mjs DOCUMENT FILE`. Runs where the generators are installed. */
import { readFileSync, writeFileSync } from 'node:fs';
import openApiTypes, { astToString } from 'openapi-typescript';

const [document, file] = process.argv.slice(2);
// What has a default may be left out of a request.
const types = await openApiTypes(JSON.parse(readFileSync(document, 'utf8')), { defaultNonNullable: false });
writeFileSync(file, astToString(types));
