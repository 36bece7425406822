import { type Session, session } from 'electron';
import { consoleScheme } from './addresses.logic.ts';
import { lockDownSession } from './hardening.ts';

/** A page of the app's own, such as the strip: without a network and without anything that is stored. */
export interface AppPage {
  readonly session: Session;
  readonly address: string;
}

/**
 * Serves the page at `app://<name>/`, in a session in memory that has nothing else.
 * @param html replaces what the page was before
 */
export const serveAppPage = (name: string, html: string): AppPage => {
  const own = session.fromPartition(`castellan-${name}`);
  const address = `${consoleScheme}://${name}/`;
  lockDownSession(own, () => false);
  own.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: url !== address }));
  if (own.protocol.isProtocolHandled(consoleScheme)) own.protocol.unhandle(consoleScheme);
  own.protocol.handle(
    consoleScheme,
    () => new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } }),
  );
  return { session: own, address };
};
