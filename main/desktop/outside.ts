import { shell } from 'electron';

/** What Castellan was started with. */
const inheritedMask = process.umask();
const privateMask = 0o077;
let starting = 0;

/** Makes whatever this process creates from now on accessible to its own account alone. */
export const keepFilesPrivate = (): void => void process.umask(privateMask);

/** A program that is started inherits the mask: a browser's downloads would be closed to everybody else. */
const withInheritedMask = async <Result>(start: () => Promise<Result>): Promise<Result> => {
  process.umask(inheritedMask);
  starting += 1;
  try {
    return await start();
  } finally {
    starting -= 1;
    if (starting === 0) keepFilesPrivate();
  }
};

/** Opens an address in the system's browser. */
export const openAddress = (address: string): Promise<void> => withInheritedMask(() => shell.openExternal(address));

/** Opens a folder in the system's file manager. @throws Error where that fails. */
export const openFolder = async (folder: string): Promise<void> => {
  const failure = await withInheritedMask(() => shell.openPath(folder));
  if (failure !== '') throw new Error(failure);
};
