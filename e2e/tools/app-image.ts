import { chmod, copyFile, mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

/** What electron-builder starts an AppImage with. It has no type declarations of its own. */
interface AppImageUtil {
  generateAppRunScript(config: Record<string, string>): string;
}
const name = 'castellan-desktop';

const startScript = (): string => {
  const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder'));
  const library = dirname(builder.resolve('app-builder-lib/package.json'));
  const { generateAppRunScript } = builder(join(library, 'out/targets/appimage/appImageUtil.js')) as AppImageUtil;
  return generateAppRunScript({
    DesktopFileName: `${name}.desktop`,
    ExecutableName: name,
    ProductFilename: 'Castellan',
    ProductName: 'Castellan',
    ResourceName: `appimagekit-${name}`,
  });
};

/**
 * Writes what an AppImage has to start the app: electron-builder's script, ours, and in place of the app a program that prints
 * its arguments, one a line. An image can't be made here, because electron-builder downloads the tool for it.
 * @param unpacked the folder of the unpacked app
 * @returns the script, and a folder for the front of PATH where namespaces can't be made
 */
export const writeAppImageStart = async (
  unpacked: string,
  folder: string,
): Promise<{ script: string; withoutNamespaces: string }> => {
  const put = async (file: string, text: string): Promise<string> => {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, text);
    await chmod(file, 0o755);
    return file;
  };
  const script = await put(join(folder, 'AppRun'), startScript());
  await copyFile(join(unpacked, name), join(folder, name));
  await put(join(folder, `${name}-bin`), '#!/bin/sh\nfor word; do printf "%s\\n" "$word"; done\n');
  const unshare = await put(join(folder, 'without-namespaces/unshare'), '#!/bin/sh\nexit 1\n');
  return { script, withoutNamespaces: dirname(unshare) };
};
