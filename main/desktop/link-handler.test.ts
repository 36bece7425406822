import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { app } from '#e2e/support/electron.ts';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { createLogger } from '../platform/logger.ts';
import { registerForLinks, writeImageEntry } from './link-handler.ts';

const folder = perTest(() => temporaryFolder('castellan-links-'));
const image = '/home/me/Castellan.AppImage';
const linkType = 'x-scheme-handler/castellan';
const on = (platform: NodeJS.Platform) => vi.spyOn(process, 'platform', 'get').mockReturnValue(platform);

/** An `xdg-mime` that writes down its arguments, and the list of handlers as the real one does. */
const withXdgMime = (more = ''): NodeJS.ProcessEnv => {
  const list = join(folder.path, 'config/mimeapps.list');
  const lines = ['#!/bin/sh', `echo "$*" >>'${folder.path}/calls'`, more, `mkdir -p '${dirname(list)}'`];
  const program = join(folder.path, 'bin/xdg-mime');
  mkdirSync(dirname(program));
  writeFileSync(program, [...lines, `printf "[Default Applications]\\n$3=$2\\n" >'${list}'`].join('\n'));
  chmodSync(program, 0o755);
  return {
    PATH: `${dirname(program)}:/usr/bin:/bin`,
    XDG_DATA_HOME: join(folder.path, 'share'),
    XDG_CONFIG_HOME: dirname(list),
  };
};
const calls = (): string[] => readFileSync(join(folder.path, 'calls'), 'utf8').trim().split('\n');
const entryFile = (): string => join(folder.path, 'share/applications/castellan-appimage.desktop');
const entry = (): string => readFileSync(entryFile(), 'utf8');

/** Returns what the log says of it. */
const register = async (environment: NodeJS.ProcessEnv, from: string | undefined = image): Promise<string> => {
  const lines: string[] = [];
  const log = createLogger('warn', { write: (line: string) => void lines.push(line) });
  await registerForLinks({ image: from, environment, log });
  return lines.join('');
};
const registered = `default castellan-appimage.desktop ${linkType}`;

describe('an AppImage on Linux', () => {
  it('writes its entry and registers it once', async () => {
    on('linux');
    const environment = withXdgMime();
    expect(await register(environment)).toBe('');
    expect(entry().split('\n')).toEqual([
      '[Desktop Entry]',
      'Type=Application',
      'Name=Castellan',
      `TryExec=${image}`,
      `Exec=${image} %u`,
      'NoDisplay=true',
      'Terminal=false',
      `MimeType=${linkType};`,
      'X-Castellan-AppImage=true',
      '',
    ]);
    expect(await register(environment)).toBe('');
    expect(calls()).toEqual([registered]);
  });

  it('follows an AppImage that was moved', async () => {
    on('linux');
    const environment = withXdgMime();
    await register(environment);
    const moved = '/media/My "Apps"/100% $new\\Castellan.AppImage';
    expect(await register(environment, moved)).toBe('');
    expect(entry()).toContain('\nTryExec=/media/My "Apps"/100% $new\\\\Castellan.AppImage\n');
    expect(entry()).toContain('\nExec=env "/media/My \\\\"Apps\\\\"/100%% \\\\$new\\\\\\\\Castellan.AppImage" %u\n');
    expect(entry()).not.toContain(image);
    expect(existsSync(`${entryFile()}.part`)).toBe(false);
  });

  it('takes the home folder if none is chosen, or none that can be', async () => {
    on('linux');
    const { PATH } = withXdgMime();
    vi.spyOn(app, 'getPath').mockImplementation((name) => join(folder.path, name));
    const file = join(folder.path, 'home/.local/share/applications/castellan-appimage.desktop');
    for (const chosen of [undefined, '', 'relative']) {
      const environment = { PATH, XDG_DATA_HOME: chosen, XDG_CONFIG_HOME: chosen };
      expect(await register(environment, `/opt/${chosen}.AppImage`)).toBe('');
      expect(readFileSync(file, 'utf8')).toContain(`\nExec=/opt/${chosen}.AppImage %u\n`);
    }
  });

  it.each([
    ['', true],
    [`[Default Applications]\n${linkType}=other.desktop\n`, true],
    [`[Added Associations]\n${linkType}=castellan-appimage.desktop\n`, true],
    [`[Default Applications]\na/b=c\n\n[Added Associations]\n${linkType}=castellan-appimage.desktop\n`, true],
    [`[Default Applications]\na/b=c\n${linkType}=castellan-appimage.desktop;\n[Added Associations]\n`, false],
  ])('reads in %j whether to register: %s', async (list, isNeeded) => {
    on('linux');
    const environment = withXdgMime();
    mkdirSync(join(folder.path, 'config'));
    writeFileSync(join(folder.path, 'config/mimeapps.list'), list);
    expect(await register(environment)).toBe('');
    expect(existsSync(join(folder.path, 'calls'))).toBe(isNeeded);
  });

  it.each([
    ['of someone else', (file: string) => writeFileSync(file, '[Desktop Entry]\nExec=mine %u\n')],
    ['that leads elsewhere', (file: string) => symlinkSync('/dev/null', file)],
    ['that is a folder', (file: string) => mkdirSync(file)],
  ])('leaves a file %s, and says so', async (_name, make) => {
    on('linux');
    const environment = withXdgMime();
    mkdirSync(dirname(entryFile()), { recursive: true });
    make(entryFile());
    const { ino, mtimeMs } = lstatSync(entryFile());
    expect(await register(environment)).toContain('is not a file that Castellan has written');
    expect(lstatSync(entryFile())).toMatchObject({ ino, mtimeMs });
    expect(existsSync(join(folder.path, 'calls'))).toBe(false);
  });

  it.each([
    ['there is no program for it', () => ({ ...withXdgMime(), PATH: '' }), 'ENOENT'],
    ['it fails', () => withXdgMime('exit 3'), 'failed to register for links'],
    ['it can’t write', () => withXdgMime('echo "cannot create" >&2'), 'cannot create'],
  ])('says so if %s, and goes on', async (_name, environment, said) => {
    on('linux');
    expect(await register(environment())).toContain(said);
    expect(entry()).toContain(image);
  });

  it('says so if its folder can’t be written', async () => {
    on('linux');
    const environment = withXdgMime();
    writeFileSync(join(folder.path, 'share'), '');
    expect(await register(environment)).toContain('failed to register for links');
  });

  it('writes nothing over a file of its own that is up to date', async () => {
    const file = join(folder.path, 'entry.desktop');
    await writeImageEntry(file, image);
    const written = statSync(file).ino;
    await writeImageEntry(file, image);
    expect(statSync(file).ino).toBe(written);
    await writeImageEntry(file, '/another.AppImage');
    expect(statSync(file).ino).not.toBe(written);
  });
});

describe('an installed package', () => {
  it('registers the entry that it came with on Linux, and writes none', async () => {
    on('linux');
    const environment = withXdgMime();
    const log = createLogger('silent');
    await registerForLinks({ image: undefined, environment, log });
    expect(calls()).toEqual([`default castellan-desktop.desktop ${linkType}`]);
    expect(existsSync(entryFile())).toBe(false);
  });

  it.each(['darwin', 'win32'] as const)('asks Electron on %s', async (platform) => {
    on(platform);
    const set = vi.spyOn(app, 'setAsDefaultProtocolClient');
    const parts = { image: undefined, environment: {}, log: createLogger('silent') };
    await registerForLinks(parts);
    expect(set.mock.calls).toEqual([['castellan']]);
    vi.spyOn(app, 'isPackaged', 'get').mockReturnValue(false);
    await registerForLinks(parts);
    expect(set.mock.calls[1]).toEqual(['castellan', process.execPath, ['/opt/castellan']]);
  });
});

describe('a checkout', () => {
  it('registers nothing on Linux', async () => {
    on('linux');
    vi.spyOn(app, 'isPackaged', 'get').mockReturnValue(false);
    const environment = withXdgMime();
    await registerForLinks({ image: undefined, environment, log: createLogger('silent') });
    expect(existsSync(join(folder.path, 'calls'))).toBe(false);
  });
});
