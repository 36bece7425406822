import { useRouter } from '@tanstack/react-router';
import { paths, returnPath } from '../paths.ts';

/** Goes on to where someone was going, or to the dashboard. */
export const useReturn = () => {
  const router = useRouter();
  return async (returnTo?: string): Promise<void> => {
    const href = returnPath(returnTo, location.origin);
    if (href) await router.navigate({ href, replace: true });
    else await router.navigate({ ...paths.dashboard, replace: true });
  };
};
