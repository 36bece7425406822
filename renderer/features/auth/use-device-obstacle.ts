import { useRouter } from '@tanstack/react-router';
import { restrictionNames, restrictions } from '#shared/rules/restrictions.ts';
import type { Account } from '../../api/application-requests.ts';
import { useSession } from '../../api/context.tsx';
import { problemOf } from '../../api/problem.ts';
import { pathOfDevice, paths, requiredSteps } from '../../paths.ts';

/**
 * Leads someone to what they have to do before they connect a device: to sign in again, or to what their organization requires.
 * From there, they come back to its code.
 */
export const useDeviceObstacle = (account: Account) => {
  const router = useRouter();
  const session = useSession();
  return async (error: unknown, user_code: string): Promise<void> => {
    const code = problemOf(error)?.code;
    if (code === 'UNAUTHENTICATED') {
      await router.navigate({ ...paths.deviceWith(user_code), replace: true });
      await router.invalidate();
    }
    const restriction = restrictionNames.find((name) => restrictions[name] === code);
    // Only whoever has signed in in this tab can do it: the cookie counts for applications alone.
    if (restriction && session.signedIn()?.email === account.email) {
      const return_to = pathOfDevice(user_code);
      await router.navigate({ ...requiredSteps[restriction], search: { return_to }, replace: true });
    }
  };
};
