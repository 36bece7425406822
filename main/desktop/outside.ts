import { clipboard, shell } from 'electron';

/** The umask that Castellan was started with. */
const inheritedMask = process.umask();
const privateMask = 0o077;
let starting = 0;

/** Makes everything this process creates from now on accessible to its own account only. */
export const keepFilesPrivate = (): void => void process.umask(privateMask);

/** Child processes inherit the umask. Without this, no one else could read a browser's downloads. */
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

/** Copies a text. Until Electron 44, this took no time, and gave no promise. */
export const copyText = async (text: string): Promise<void> => clipboard.writeText(text);

/** Opens a folder in the system's file manager. @throws Error if that fails. */
export const openFolder = async (folder: string): Promise<void> => {
  const failure = await withInheritedMask(() => shell.openPath(folder));
  if (failure !== '') throw new Error(failure);
};
