import { useLocation, useRouter } from '@tanstack/react-router';
import { paths, wayOnFrom } from '../paths.ts';

/** What the browser keeps of where someone was going. */
interface KeepsWay {
  wayOn: () => string | undefined;
  keepWayOn: (href: string | undefined) => void;
}

/** Goes on to where someone was going, or to the dashboard. */
export const useReturn = (device: KeepsWay) => {
  const router = useRouter();
  const place = useLocation();
  return async (): Promise<void> => {
    const href = wayOnFrom(place, device, location.origin);
    device.keepWayOn(undefined);
    if (href === undefined) await router.navigate({ ...paths.dashboard, replace: true });
    else await router.navigate({ href, replace: true });
  };
};
