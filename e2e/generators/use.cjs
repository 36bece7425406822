/**
 * Signs in, creates a workspace and lists them with each client that was generated and compiled:
 * `node use.cjs FOLDER ADDRESS EMAIL PASSWORD`. Prints what each saw.
 */
const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const newman = require('newman');

const [folder, address, email, password] = process.argv.slice(2);

/** A collection as it was generated, but for the three requests that are sent, and what they hand on. */
const inCollection = () => {
  const collection = JSON.parse(readFileSync(join(folder, 'collection.json'), 'utf8'));
  const all = collection.item.flatMap(({ item }) => item);
  const of = (method, path) => {
    const found = all.find(({ request }) => request.method === method && request.url.path.join('/').endsWith(path));
    for (const one of found.request.url.variable) if (one.key === 'tenant_id') one.value = '{{tenant}}';
    return found;
  };
  const login = of('POST', 'auth/login');
  login.event = [
    {
      listen: 'test',
      script: {
        exec: [
          'const { access_token, user } = pm.response.json();',
          "pm.collectionVariables.set('bearerToken', access_token);",
          "pm.collectionVariables.set('tenant', user.tenant_id);",
        ],
      },
    },
  ];
  collection.item = [login, of('POST', ':tenant_id/workspaces'), of('GET', ':tenant_id/workspaces')];
  collection.variable = [{ key: 'baseUrl', value: address }];
  return new Promise((resolve, reject) =>
    newman.run({ collection }, (failure, { run }) => {
      const [, created, listed] = run.executions.map(({ response }) => response.json());
      const failed = failure ?? run.failures[0]?.error;
      if (failed) reject(failed);
      else resolve([created.name ?? created.detail, ...(listed.workspaces ?? []).map(({ name }) => name)]);
    }),
  );
};

const generated = ['openapi-typescript', 'hey-api', 'orval', 'kubb', 'swagger-typescript-api'];

const main = async () => {
  const seen = {};
  for (const name of generated) {
    const { use } = require(join(folder, 'js', name));
    seen[name] = await use(address, email, password, `By ${name}`).catch((error) => [String(error?.message ?? error)]);
  }
  seen.postman = await inCollection().catch((error) => [String(error?.message ?? error)]);
  process.stdout.write(JSON.stringify(seen));
};
void main();
