import type { Installation } from './installation.ts';
import { NotTried } from './verdict.ts';

/** One statement of a seed document, as written there, and how to see from outside whether it holds. */
export interface Statement {
  /** Document and section, such as `000 §4 #1`. */
  section: string;
  text: string;
  /** Resolves if the statement holds. @throws Failed with what was seen, or NotTried. */
  check: (installation: Installation) => Promise<void>;
}

/** A statement that no request can judge. */
export const notTried = (section: string, text: string, why: string): Statement => ({
  section,
  text,
  check: async () => {
    throw new NotTried(why);
  },
});
