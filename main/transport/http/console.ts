import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { StartError } from '../../platform/start-error.ts';
import { type BasePath, basePathOf } from './base-path.ts';
import { cheap } from './route-limits.ts';

const nonceMark = '__CSP_NONCE__';
/** All other addresses of the page are relative to it. */
const rootMark = '<base href="/" />';

const csp = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "frame-src 'self'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

export interface ConsolePage {
  /** Serves the files of the built console. */
  files: FastifyPluginAsync;
  /** Sends the page for a console route. The console itself knows the routes. */
  send: (reply: FastifyReply) => FastifyReply;
}

/** Files that a browser may request by name: not the page, and not the compressed variants. */
const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== 'index.html' && !/\.(br|gz)$/.test(entry.name))
    .map(({ name }) => name);

/**
 * Loads the built console. Each page gets a style nonce because the component library writes style elements.
 * @throws StartError if the console was not built.
 */
export const loadConsole = async (folder: string, basePath: BasePath): Promise<ConsolePage> => {
  const html = await readFile(join(folder, 'index.html'), 'utf8').catch((cause: NodeJS.ErrnoException) => {
    if (cause.code !== 'ENOENT') throw cause;
    throw new StartError('The console is not built: run npm run build first', { cause });
  });
  return {
    files: async (fastify) => {
      await fastify.register(fastifyStatic, {
        root: folder,
        serve: false,
        // The build puts compressed variants next to each file. They are served in its place, never by their own names.
        // The page itself is sent with its nonce, see below.
        preCompressed: true,
        // Ranges of a script are useless. The server ignores range requests and sends the whole file, as RFC 9110 §14.2
        // allows.
        acceptRanges: false,
        cacheControl: false,
        setHeaders: (reply, path) => {
          const isHashed = path.includes(`${join('/', 'assets', '/')}`);
          reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        },
      });
      for (const name of await filesIn(folder)) {
        fastify.get(`/${name}`, { config: cheap }, (_request, reply) => reply.sendFile(name));
      }
      // One route for all assets: one route each would take a tenth of the startup time.
      const assets = new Set(await filesIn(join(folder, 'assets')));
      fastify.get<{ Params: { name: string } }>('/assets/:name', { config: cheap }, ({ params: { name } }, reply) =>
        assets.has(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound(),
      );
    },
    send(reply) {
      const nonce = randomBytes(16).toString('base64url');
      return reply
        .header('content-security-policy', csp(nonce))
        .type('text/html; charset=utf-8')
        .send(
          html
            .replace(rootMark, () => `<base href="${basePathOf(reply.request, basePath)}/" />`)
            .replaceAll(nonceMark, nonce),
        );
    },
  };
};
