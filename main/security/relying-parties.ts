import ipaddr from 'ipaddr.js';

/** A site at which passkeys work: its RP ID, and the origin of its pages (WebAuthn). */
export interface RelyingParty {
  id: string;
  origin: string;
}

/** Browsers offer passkeys only to secure pages, and never to a literal IP address. */
const canHavePasskeys = ({ protocol, hostname }: URL): boolean =>
  hostname === 'localhost' || (protocol === 'https:' && !ipaddr.isValid(hostname.replace(/^\[(.*)\]$/, '$1')));

/** DECISION 0190: the public URL, and localhost. Never the Host header, which a client chooses. */
export const relyingParties = (publicUrl: string | undefined, hosts: readonly string[]): RelyingParty[] => {
  const local = hosts.map((host) => new URL(`http://${host.replace(/^\*/, '0.0.0.0')}`));
  const urls = [...(publicUrl === undefined ? [] : [new URL(publicUrl)]), ...local.filter(isLocalhost)];
  return urls.filter(canHavePasskeys).map(({ hostname, origin }) => ({ id: hostname, origin }));
};

const isLocalhost = ({ hostname }: URL): boolean => hostname === 'localhost';
