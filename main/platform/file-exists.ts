import { access } from 'node:fs/promises';

/** @throws Error if that can't be told: what can't be read must not look like something that is yet to be created */
export const fileExists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );
