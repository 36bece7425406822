import { createRequire } from 'node:module';
import { dirname } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync } from 'fastify';
import { type BasePath, basePathOf } from './base-path.ts';
import { cheap } from './route-limits.ts';

const page = (base: BasePath): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Castellan API</title>
<link rel="stylesheet" href="${base}/api/docs/assets/swagger-ui.css">
</head>
<body>
<div id="swagger-ui"></div>
<script src="${base}/api/docs/assets/swagger-ui-bundle.js"></script>
<script src="${base}/api/docs/start.js"></script>
</body>
</html>
`;

const start = (
  base: BasePath,
): string => `SwaggerUIBundle({ url: '${base}/api/v1/openapi.json', dom_id: '#swagger-ui', deepLinking: true });
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

/** The API reference: Swagger UI from the installed package. Nothing is loaded from elsewhere. */
export const docs =
  (basePath: BasePath): FastifyPluginAsync =>
  async (fastify) => {
    const root = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
    await fastify.register(fastifyStatic, { root, serve: false });
    // Named one by one: no path can lead to any other file of the package.
    for (const file of ['swagger-ui.css', 'swagger-ui-bundle.js']) {
      fastify.get(`/assets/${file}`, { config: cheap }, (_request, reply) => reply.sendFile(file));
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
