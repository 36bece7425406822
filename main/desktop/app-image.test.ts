import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { perTest } from '#e2e/support/prepared.ts';
import { temporaryFolder } from '#e2e/support/temporary-folder.ts';
import { appImageOf } from './app-image.ts';

const folder = perTest(() => temporaryFolder('castellan-app-image-'));

it('is the image whose mount the program is in, also by a link', () => {
  const mounted = join(folder.path, 'mounted');
  mkdirSync(mounted);
  symlinkSync(mounted, join(folder.path, 'link'));
  const program = join(mounted, 'castellan-desktop-bin');
  const image = '/home/me/Castellan.AppImage';
  expect(appImageOf({ APPIMAGE: image, APPDIR: mounted }, program)).toBe(image);
  expect(appImageOf({ APPIMAGE: image, APPDIR: join(folder.path, 'link') }, program)).toBe(image);
});

it('is none if another image has started the program', () => {
  const mounted = join(folder.path, 'mounted');
  mkdirSync(mounted);
  const program = '/opt/Castellan/castellan-desktop-bin';
  const image = '/home/me/Editor.AppImage';
  expect(appImageOf({ APPIMAGE: image, APPDIR: mounted }, program)).toBeUndefined();
  expect(appImageOf({ APPIMAGE: image, APPDIR: mounted }, `${mounted}-other/program`)).toBeUndefined();
  expect(appImageOf({ APPIMAGE: image, APPDIR: join(folder.path, 'gone') }, program)).toBeUndefined();
  expect(appImageOf({ APPIMAGE: image }, program)).toBeUndefined();
  expect(appImageOf({ APPIMAGE: '', APPDIR: '' }, program)).toBeUndefined();
  expect(appImageOf({}, program)).toBeUndefined();
});
