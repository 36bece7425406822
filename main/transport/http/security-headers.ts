import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** Computed by helmet once: the values never change. */
const chosenBy = (middleware: ReturnType<typeof helmet>): Record<string, string> => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  middleware(request, response, () => {});
  return Object.fromEntries(response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]));
};

/** Headers of every response, errors included. Pages replace the policy with one that allows their own files. */
export const securityHeaders: Readonly<Record<string, string>> = chosenBy(
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // We serve plain HTTP on loopback. A proxy that terminates TLS sets this header for its own name.
    strictTransportSecurity: false,
  }),
);
