import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** Chosen once by helmet: the values never change, so no request needs to have them put together again. */
const chosenBy = (middleware: ReturnType<typeof helmet>): Record<string, string> => {
  const request = new IncomingMessage(new Socket());
  const response = new ServerResponse(request);
  middleware(request, response, () => {});
  return Object.fromEntries(response.getHeaderNames().map((name) => [name, String(response.getHeader(name))]));
};

/** What every answer carries, errors included. Pages replace the policy by one that lets their own files in. */
export const securityHeaders: Readonly<Record<string, string>> = chosenBy(
  helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"], baseUri: ["'none'"], formAction: ["'none'"] },
    },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'no-referrer' },
    // Reached by plain http on loopback; a proxy that ends TLS sets it for its own name.
    strictTransportSecurity: false,
  }),
);
