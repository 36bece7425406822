/**
 * Has each generator make a client from an OpenAPI document: `node generate.mjs DOCUMENT FOLDER`. Runs where the generators are
 * installed, which they aren't with the other packages.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient as heyApi } from '@hey-api/openapi-ts';
import { build as kubb } from '@kubb/core';
import { pluginClient } from '@kubb/plugin-client';
import { pluginOas } from '@kubb/plugin-oas';
import { pluginTs } from '@kubb/plugin-ts';
import converter from 'openapi-to-postmanv2';
import openApiTypes, { astToString } from 'openapi-typescript';
import { generate as orval } from 'orval';
import { generateApi } from 'swagger-typescript-api';

const [document, folder] = process.argv.slice(2);
const spec = () => JSON.parse(readFileSync(document, 'utf8'));
const at = (path) => join(folder, path);

mkdirSync(at('openapi-typescript'));
writeFileSync(at('openapi-typescript/schema.ts'), astToString(await openApiTypes(spec())));
await heyApi({ input: spec(), output: { path: at('hey-api') }, logs: { level: 'silent' } });
await orval({ input: { target: document }, output: { target: at('orval/api.ts'), client: 'fetch', baseUrl: '' } });
const { error, failedPlugins } = await kubb({
  config: {
    root: folder,
    input: { path: document },
    output: { path: 'kubb', barrelType: false },
    plugins: [
      pluginOas({ generators: [] }),
      pluginTs({ output: { path: 'types' } }),
      pluginClient({ output: { path: 'clients' }, client: 'fetch', bundle: true }),
    ],
  },
});
if (error || failedPlugins.size > 0) throw error ?? new Error([...failedPlugins].map(String).join());
await generateApi({
  spec: spec(),
  output: at('swagger-typescript-api'),
  fileName: 'client.ts',
  httpClientType: 'fetch',
  silent: true,
});
const collection = await new Promise((resolve, reject) => {
  // Optional headers such as If-Match mean something: whoever imports the document switches them on when needed.
  const options = { folderStrategy: 'Tags', parametersResolution: 'Example', enableOptionalParameters: false };
  converter.convertV2({ type: 'json', data: spec() }, options, (failure, { result, reason, output }) =>
    result ? resolve(output[0].data) : reject(failure ?? new Error(reason)),
  );
});
writeFileSync(at('collection.json'), JSON.stringify(collection));
