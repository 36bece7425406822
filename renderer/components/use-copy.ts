import { useEffect, useRef, useState } from 'react';
import { second } from '#shared/rules/limits.ts';
import { copyText } from '../parts/copied-text.ts';

interface Copying {
  copied: boolean;
  /** @returns whether the browser has copied it */
  copy: (text: string) => Promise<boolean>;
}

/** Copies text. For a moment, `copied` says that it was. */
export const useCopy = (forMs = 2 * second): Copying => {
  const [copied, setCopied] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return {
    copied,
    async copy(text) {
      const isCopied = await copyText(text);
      clearTimeout(timer.current);
      setCopied(isCopied);
      timer.current = setTimeout(() => setCopied(false), forMs);
      return isCopied;
    },
  };
};
