import Provider from 'oidc-provider';

/** How a browser brings an answer back to an application. A form (`form_post`) can't lead there under our policy for pages. */
const responseModes: readonly string[] = ['query', 'fragment'];

/** The library, with the response modes that work. It announces its own, however few it has. */
export class ProviderWithoutForms extends Provider {
  constructor(...settings: ConstructorParameters<typeof Provider>) {
    super(...settings);
    this.use(async (ctx, next) => {
      await next();
      const { body } = ctx;
      if (typeof body === 'object' && body !== null && 'response_modes_supported' in body)
        Object.assign(body, { response_modes_supported: responseModes });
    });
  }

  override registerResponseMode(...[name, answer]: Parameters<Provider['registerResponseMode']>): void {
    if (responseModes.includes(name)) super.registerResponseMode(name, answer);
  }
}
