/** Where libraries look for the nonce of the style elements that they inject. */
declare global {
  var __webpack_nonce__: string | undefined;
}

/**
 * The nonce that the page's Content-Security-Policy allows on style elements. The component library injects its
 * variables and responsive values this way, and so does the scroll lock of dialogs.
 */
export const readStyleNonce = (page: Document): string => {
  const nonce = page.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  globalThis.__webpack_nonce__ = nonce;
  return nonce;
};
