import { decodeJwt } from 'jose';
import { onTestFinished } from 'vitest';
import { countLogoutNotices } from '#main/storage/store/logouts/logout-notices.ts';
import { findOpenApplication } from '#main/storage/store/oauth/applications.ts';
import { addApplication } from './applications.ts';
import { type Answer, startReceiver } from './event-receiver.ts';
import type { OpenIdService, SignedIn } from './openid-service.ts';

let made = 0;
/** Takes a notice. */
export const accepting: Answer = (response) => void response.writeHead(200).end();

/** Adds applications that are told when sessions end, with what they get. */
export const createTold =
  (server: OpenIdService) =>
  async (change: Parameters<typeof addApplication>[3] = {}, answer: () => Answer = () => accepting) => {
    const receiver = await startReceiver(answer);
    onTestFinished(receiver.close);
    made += 1;
    const id = `app_told_${made}`;
    const { tenantId } = server.seed.own.owner;
    const address = { backchannel_logout_uri: receiver.url, logout_allow_private: 1 } as const;
    await addApplication(server.app.context.db.write, id, tenantId, { name: id, name_key: id, ...address, ...change });
    const config = await server.discover(id);
    const tokens = () => receiver.received.map(({ body }) => new URLSearchParams(body).get('logout_token') ?? '');
    return {
      id,
      received: receiver.received,
      tokens,
      claims: () => tokens().map((token) => decodeJwt(token)),
      /** Signs in to it. Returns the name that it has for the session. */
      enter: async (browser: SignedIn) => (await server.signInTo(browser, config)).tokens.claims()?.sid,
      state: async () => {
        const row = await findOpenApplication(server.app.context.db.read, id);
        return {
          delivered: row?.logout_delivered_at,
          failing: row?.logout_failing_since,
          failure: row?.logout_failure,
        };
      },
      waiting: () => countLogoutNotices(server.app.context.db.read, id),
    };
  };
