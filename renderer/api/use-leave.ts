import { useSession } from './context.tsx';

/** Signs out here even if the service can't be told, which `onUnheard` then hears of. */
export const useLeave = (
  logout: () => Promise<unknown>,
  onUnheard: (error: unknown) => void,
): (() => Promise<void>) => {
  const session = useSession();
  return async () => {
    try {
      await session.leave(logout, 'logout');
    } catch (error) {
      onUnheard(error);
      session.end('logout');
    }
  };
};
