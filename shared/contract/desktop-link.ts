/** URL scheme for links that open in the desktop app. */
export const linkScheme = 'castellan';

/** What a link names that asks the desktop app to add a server. */
export const addRemoteHost = 'add';

/** A link that asks the desktop app to add a server: `castellan://add?url=https%3A%2F%2F…&name=…`. */
export const addRemoteLink = (address: string, name: string): string =>
  `${linkScheme}://${addRemoteHost}?url=${encodeURIComponent(address)}&name=${encodeURIComponent(name)}`;
