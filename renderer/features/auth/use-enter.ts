import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useSession } from '../../api/context.tsx';
import type { TokenAnswer } from '../../api/tokens.ts';
import { paths, returnPath } from '../../paths.ts';

/** Goes into the console with the tokens that the service gave, to where somebody was about to go. */
export const useEnter = () => {
  const session = useSession();
  const queryClient = useQueryClient();
  const router = useRouter();
  return async (answer: TokenAnswer, returnTo?: string): Promise<void> => {
    // Nothing that another account has read may be shown to this one.
    queryClient.clear();
    session.signIn(answer);
    const href = returnPath(returnTo, location.origin);
    if (href) router.history.replace(href);
    else await router.navigate({ ...paths.dashboard, replace: true });
  };
};
