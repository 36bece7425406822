import { randomBytes } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyPluginAsync, FastifyReply } from 'fastify';
import { StartError } from '../../platform/start-error.ts';

const nonceMark = '__CSP_NONCE__';

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
  /** The files of the built console. */
  files: FastifyPluginAsync;
  /** Answers a route of the console with its page; the console itself knows the routes. */
  send: (reply: FastifyReply) => FastifyReply;
}

/** What a browser may ask for by name: neither the page nor the compressed forms. */
const filesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { withFileTypes: true }))
    .filter((entry) => entry.isFile() && entry.name !== 'index.html' && !/\.(br|gz)$/.test(entry.name))
    .map(({ name }) => name);

/**
 * The built console. A style nonce is put into each page, for the component library writes style elements.
 * @throws StartError where the console was not built.
 */
export const loadConsole = async (folder: string): Promise<ConsolePage> => {
  const html = await readFile(join(folder, 'index.html'), 'utf8').catch((cause: unknown) => {
    throw new StartError('The console is not built: run npm run build first', { cause });
  });
  return {
    files: async (server) => {
      await server.register(fastifyStatic, {
        root: folder,
        serve: false,
        // The build leaves a file's compressed forms beside it: sent in its place, never by names of their own. The page
        // itself goes out with its nonce, see below.
        preCompressed: true,
        // A part of a script is of no use: asked for one, the server answers the whole, as RFC 9110 §14.2 lets it.
        acceptRanges: false,
        cacheControl: false,
        setHeaders: (reply, path) => {
          const isHashed = path.includes(`${join('/', 'assets', '/')}`);
          reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
        },
      });
      for (const name of await filesIn(folder)) server.get(`/${name}`, (_request, reply) => reply.sendFile(name));
      // One route for all of them: one each would take a tenth of a start.
      const assets = new Set(await filesIn(join(folder, 'assets')));
      server.get<{ Params: { name: string } }>('/assets/:name', ({ params: { name } }, reply) =>
        assets.has(name) ? reply.sendFile(`assets/${name}`) : reply.callNotFound(),
      );
    },
    send(reply) {
      const nonce = randomBytes(16).toString('base64url');
      return reply
        .header('content-security-policy', csp(nonce))
        .type('text/html; charset=utf-8')
        .send(html.replaceAll(nonceMark, nonce));
    },
  };
};
