import { useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { defaultPreferences } from '#shared/preferences.ts';
import { useLinkTokens, useSession, useTRPCClient } from '../../api/context.tsx';
import { problemOf } from '../../api/problem.ts';
import type { TokenAnswer } from '../../api/tokens.ts';
import { notifyFailure } from '../../components/notify.tsx';
import { useI18n } from '../../languages/i18n-context.tsx';
import { paths, patterns, returnPath } from '../../paths.ts';

interface SignInOptions {
  /** Where the user was going. */
  returnTo?: string | undefined;
  /** The account was created on this page. */
  isNew?: boolean;
}

/** Starts the session with the response's tokens, and navigates to the requested page. */
export const useCompleteSignIn = () => {
  const session = useSession();
  const queryClient = useQueryClient();
  const router = useRouter();
  const keepLanguage = useKeepLanguage();
  return async (answer: TokenAnswer, { returnTo, isNew = false }: SignInOptions = {}): Promise<void> => {
    // Never show this account data that another account has loaded.
    queryClient.clear();
    session.signIn(answer);
    if (isNew) await keepLanguage();
    const href = returnPath(returnTo, location.origin);
    if (href) await router.navigate({ href, replace: true });
    else await router.navigate({ ...paths.dashboard, replace: true });
  };
};

/** DECISION 0024: a new account prefers the language in which it was created. */
const useKeepLanguage = () => {
  const client = useTRPCClient();
  const { instance: i18n } = useI18n();
  return async (): Promise<void> => {
    const { language } = i18n;
    if (language === defaultPreferences.language) return;
    try {
      await client.profile.updateMe.mutate({ preferences: { language } });
    } catch (error) {
      // Not fatal: the account exists and is signed in.
      notifyFailure(i18n.t('auth.languageNotKept'), error);
    }
  };
};

/** Goes to the second factor if the service requires it; rethrows any other failure. */
export const useSecondStep = () => {
  const linkTokens = useLinkTokens();
  const navigate = useNavigate();
  return async (error: unknown, returnTo?: string): Promise<void> => {
    const problem = problemOf(error);
    if (problem?.code !== 'SECOND_FACTOR_REQUIRED' || !problem.second_factor_token) throw error;
    linkTokens.put(patterns.secondFactor, problem.second_factor_token);
    await navigate({ ...paths.secondFactor, search: returnTo ? { return_to: returnTo } : {} });
  };
};
