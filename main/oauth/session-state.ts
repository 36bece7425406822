import { AppError } from '#shared/texts/errors.ts';
import type { Callers } from '../security/callers.ts';

/** `ended`: by someone, or its account may not act. */
export type SessionState = 'open' | 'lapsed' | 'ended';

/** Whether a session of ours is open, has lapsed by itself, or was ended. To ask isn't to be active. */
export const sessionState = async (callers: Pick<Callers, 'identifySession'>, id: string): Promise<SessionState> => {
  try {
    await callers.identifySession(id, { background: true });
    return 'open';
  } catch (error) {
    if (!(error instanceof AppError) || error.key !== 'SESSION_ENDED') throw error;
    return error.details.reason === 'idle' || error.details.reason === 'expired' ? 'lapsed' : 'ended';
  }
};
