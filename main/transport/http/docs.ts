import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { FastifyPluginAsync } from 'fastify';
import { apiPrefix, referencePath } from '#shared/contract/http-names.ts';
import { type BasePath, basePathOf } from './base-path.ts';
import { cheap } from './route-limits.ts';

const page = (base: BasePath): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Castellan API</title>
<link rel="stylesheet" href="${base}${referencePath}/assets/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${base}${referencePath}/assets/swagger-ui-bundle.js"></script>
<script src="${base}${referencePath}/start.js"></script>
</body>
</html>
`;

const start = (
  base: BasePath,
): string => `SwaggerUIBundle({ url: '${base}${apiPrefix}/openapi.json', dom_id: '#swagger-ui', deepLinking: true });
`;

const csp = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** The files of Swagger UI that the page loads, and their types. No path can lead to any other file of the package. */
const assets = { 'swagger-ui.css': 'text/css', 'swagger-ui-bundle.js': 'text/javascript' } as const;

/** Compresses a file when it is asked for first, and keeps that: 1.5 MB each time would hold up everyone else's requests. */
const compressedOnce = (path: string): (() => Promise<Buffer>) => {
  let compressed: Promise<Buffer> | undefined;
  return async () => {
    compressed ??= readFile(path).then(promisify(gzip));
    try {
      return await compressed;
    } catch (error) {
      compressed = undefined;
      throw error;
    }
  };
};

/** The API reference: Swagger UI from the installed package. Nothing is loaded from elsewhere. */
export const docs =
  (basePath: BasePath): FastifyPluginAsync =>
  async (fastify) => {
    const require = createRequire(import.meta.url);
    const manifest = require.resolve('swagger-ui-dist/package.json');
    const etag = `"${(require(manifest) as { version: string }).version}"`;
    for (const [file, type] of Object.entries(assets)) {
      const load = compressedOnce(join(dirname(manifest), file));
      fastify.get(`/assets/${file}`, { config: cheap }, async (request, reply) => {
        reply.header('cache-control', 'no-cache').header('etag', etag);
        if (request.headers['if-none-match'] === etag) return reply.code(304).send();
        // Every browser accepts gzip.
        return reply
          .type(type)
          .header('content-encoding', 'gzip')
          .send(await load());
      });
    }
    fastify.get('/', { config: cheap }, async (request, reply) =>
      reply
        .header('content-security-policy', csp)
        .type('text/html')
        .send(page(basePathOf(request, basePath))),
    );
    fastify.get('/start.js', { config: cheap }, async (request, reply) =>
      reply.type('text/javascript').send(start(basePathOf(request, basePath))),
    );
  };
