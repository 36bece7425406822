/** Title of the browser tab: the page and the organization. */
export const tabTitle = (page: string): string => `${page} · Castellan`;
