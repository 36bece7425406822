import { useMutation } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type Decision, decideInteraction, goOnToHost, type Onward } from '../../api/application-requests.ts';
import { useKnownDevice } from '../../api/context.tsx';
import { failureOf } from '../../api/problem.ts';

/** What the page shows once it is read again. */
const changes = ['NOT_FOUND', 'FORBIDDEN', 'UNAUTHENTICATED', 'SESSION_ENDED'];

/** Leaves the page for where the service says, which the browser can't come back from. */
const useOnward = <Sent>(send: (sent: Sent) => Promise<Onward>) => {
  const router = useRouter();
  const device = useKnownDevice();
  return useMutation({
    mutationFn: send,
    onSuccess: (onward) => {
      device.keepWayOn(undefined);
      location.replace(onward.location);
    },
    onError: async (error) => {
      if (changes.includes(failureOf(error).code ?? '')) await router.invalidate();
    },
  });
};

/** Tells the service what someone has decided. */
export const useDecision = (uid: string) => useOnward((decision: Decision) => decideInteraction(uid, decision));

/** Goes on to a protected host. */
export const useWayOn = (ticket: string) => useOnward((_: undefined) => goOnToHost(ticket));
