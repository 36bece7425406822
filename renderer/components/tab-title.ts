/** What the browser's tab says: the page, and whose it is. */
export const tabTitle = (page: string): string => `${page} · Castellan`;
