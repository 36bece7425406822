import { realpathSync } from 'node:fs';
import { sep } from 'node:path';

/**
 * The AppImage that this program runs from. Programs that an AppImage starts inherit its variables, so they count only
 * if the program is inside of the mounted image.
 * @param program the file that runs, without symbolic links
 */
export const appImageOf = (
  { APPIMAGE: image, APPDIR: mounted }: Readonly<Record<string, string | undefined>>,
  program: string,
): string | undefined => {
  if (!image || !mounted) return undefined;
  try {
    return program.startsWith(`${realpathSync(mounted)}${sep}`) ? image : undefined;
  } catch {
    // Another program's image, which is no longer mounted.
    return undefined;
  }
};
