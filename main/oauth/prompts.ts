import { interactionPolicy } from 'oidc-provider';

/** Why someone who is signed in gets to our page all the same: they may not use the application, and it says so. */
export const noAccount = 'no_account';

/** What the library asks, and when. Without an account, its own questions would fail. */
export const prompts = (): interactionPolicy.DefaultPolicy => {
  const policy = interactionPolicy.base();
  policy
    .get('login')
    ?.checks.add(
      new interactionPolicy.Check(
        noAccount,
        'the person may not use this application',
        'access_denied',
        ({ oidc }) => oidc.session?.accountId !== undefined && oidc.account === undefined,
      ),
    );
  return policy;
};
