import type { CaptchaChallenge } from '#shared/rules/captcha.ts';
import { loadPart } from '../parts/page.ts';

/** Solves challenges, and tells whether it is at it. */
export interface Captcha {
  /** @throws Error if a challenge has no solution */
  solve: (challenge: CaptchaChallenge) => Promise<string>;
  isSolving: () => boolean;
  subscribe: (listener: () => void) => () => void;
}

export const createCaptcha = (): Captcha => {
  const listeners = new Set<() => void>();
  let solving = 0;
  const count = (change: number) => {
    solving += change;
    for (const listener of listeners) listener();
  };
  return {
    async solve(challenge) {
      count(1);
      try {
        const { solveCaptcha } = await loadPart(() => import('./solve-captcha.ts'));
        return await solveCaptcha(challenge);
      } finally {
        count(-1);
      }
    },
    isSolving: () => solving > 0,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
