import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useKnownDevice, useLinkTokens, useSession } from '../../api/context.tsx';
import { problemOf } from '../../api/problem.ts';
import type { TokenAnswer } from '../../api/tokens.ts';
import { systemLocale, systemTimeZone } from '../../components/clock.ts';
import { localFormats } from '../../components/local-formats.ts';
import { useReturn } from '../../components/use-return.ts';
import { useI18n } from '../../languages/i18n-context.tsx';
import { paths, patterns } from '../../paths.ts';
import { useGoingTo } from './use-way-on.ts';

/** Starts the session with the response's tokens, and goes on to where the user was going. */
export const useCompleteSignIn = () => {
  const session = useSession();
  const queryClient = useQueryClient();
  const goOn = useReturn(useKnownDevice());
  return async (answer: TokenAnswer): Promise<void> => {
    // Never show this account data that another account has loaded.
    queryClient.clear();
    session.signIn(answer);
    await goOn();
  };
};

/** DECISION 0024: a new account starts with the language, the time zone and the formats of the screen on which it is created. */
export const useInitialPreferences = () => {
  const { language } = useI18n().instance;
  return { language, timezone: systemTimeZone(), ...localFormats(systemLocale()) };
};

/** Goes to the second factor if the service requires it; rethrows any other failure. */
export const useSecondStep = () => {
  const linkTokens = useLinkTokens();
  const navigate = useNavigate();
  const goingTo = useGoingTo();
  return async (error: unknown): Promise<void> => {
    const problem = problemOf(error);
    if (problem?.code !== 'SECOND_FACTOR_REQUIRED' || !problem.second_factor_token) throw error;
    linkTokens.put(patterns.secondFactor, problem.second_factor_token);
    const { second_factor_methods: known = [], trusted_device_days: trust } = problem;
    const methods = known.length > 1 ? ('both' as const) : known[0];
    await navigate({
      ...paths.secondFactor,
      search: { ...goingTo, ...(methods && { methods }), ...(trust && { trust }) },
    });
  };
};
