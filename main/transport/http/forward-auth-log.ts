import type { IncomingMessage } from 'node:http';
import { createLogLimit } from '../../platform/log-limit.ts';
import type { SystemContext } from '../../services/context.ts';

/** Logs that a proxy isn't set up as documented, and why. At most ten times a minute. */
export type MisconfigurationLog = (request: IncomingMessage, why: string) => void;

/** Longer values come from no proxy that is set up as documented. */
const maxLogged = 200;

const cut = (value: string | string[] | undefined): string | undefined => value?.slice(0, maxLogged).toString();

/** nginx shows no one what an answer of 403 says: whoever sets it up would look for the reason in vain. */
export const misconfigurationLog = ({ log, clock }: Pick<SystemContext, 'log' | 'clock'>): MisconfigurationLog => {
  const limit = createLogLimit(clock);
  return ({ headers, url, socket }, why) =>
    limit((left_out) =>
      log.warn(
        {
          why,
          asked_at: cut(url?.split('?')[0]),
          forwarded_host: cut(headers['x-forwarded-host']),
          proxy: socket.remoteAddress,
          ...(left_out > 0 && { left_out }),
        },
        'refused what a proxy asked; see docs/forward-auth.md',
      ),
    );
};
