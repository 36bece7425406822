/** Where libraries look for the nonce of style elements that they add on their own. */
declare global {
  var __webpack_nonce__: string | undefined;
}

/**
 * The value that the page's Content-Security-Policy lets style elements carry: the component library writes its
 * variables and responsive values into such elements, and the scroll lock of dialogs does too.
 */
export const readStyleNonce = (page: Document): string => {
  const nonce = page.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
  globalThis.__webpack_nonce__ = nonce;
  return nonce;
};
