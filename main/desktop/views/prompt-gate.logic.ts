import { minute } from '#shared/rules/limits.ts';
import { createAllowance } from './allowance.logic.ts';

/**
 * Decides whether a page may open what lies over the app or outside of it, such as a question, a dialog for saving a
 * file, or the system's browser.
 */
export interface PromptGate {
  /** Lets the page through. @returns what to call once it is over, or undefined if the page may not. */
  enter(): (() => void) | undefined;
}

/** How often a page may open something. */
export const promptsPerMinute = 5;

/** Only a page that the person sees may, one thing at a time. @param now milliseconds since the epoch */
export const createPromptGate = (isShown: () => boolean, now: () => number): PromptGate => {
  const allowance = createAllowance(promptsPerMinute, minute, now);
  let isOpen = false;
  return {
    enter() {
      if (!isShown() || isOpen || !allowance.use()) return undefined;
      isOpen = true;
      return () => {
        isOpen = false;
      };
    },
  };
};
