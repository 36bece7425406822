import { errors, type KoaContextWithOIDC } from 'oidc-provider';
import { oauthPrefix } from '#shared/contract/http-names.ts';

/**
 * Leads a browser to the console's page about a request that can't be answered, in the language of whoever sees it: the
 * application that sent it learns nothing, because an address that isn't registered is never followed. Others get the error.
 * @param basePath the path that the console is below, without a slash at its end
 */
export const errorPages =
  (basePath: string) =>
  async (ctx: KoaContextWithOIDC, told: { error: string }, cause: Error): Promise<void> => {
    if (ctx.accepts('json', 'html') !== 'html') {
      ctx.body = told;
      return;
    }
    const { error } = told;
    const at = (path: string): string => `${basePath}${oauthPrefix}/${path}`;
    const { uid } = ctx.params as { uid?: string };
    if (cause instanceof errors.SessionNotFound && uid !== undefined) ctx.redirect(at(`interaction/${uid}`));
    else {
      const { redirect_uri: asked } = ctx.query;
      const address = error === 'invalid_redirect_uri' && typeof asked === 'string' ? { redirect_uri: asked } : {};
      ctx.redirect(at(`problem?${new URLSearchParams({ error, ...address })}`));
    }
    // After a form, too.
    ctx.status = 303;
  };
