import { beforeEach, expect, test, vi } from 'vitest';
import { saveCsv, saveJson, saveText } from './save-file.ts';

let blob: Blob | undefined;
const link = { href: '', download: '', click: vi.fn() };
beforeEach(() => {
  link.click.mockReset();
  vi.stubGlobal('document', { createElement: () => link });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((given) => {
    blob = given as Blob;
    return 'blob:1';
  });
});

/** The file that the browser was offered. */
const saved = async () => ({
  name: link.download,
  type: blob?.type,
  text: Buffer.from((await blob?.arrayBuffer()) ?? new ArrayBuffer(0)).toString(),
  clicks: link.click.mock.calls.length,
});

test('a table begins with the mark that spreadsheets need', async () => {
  saveCsv('team.csv', 'name\r\nÄnne\r\n');
  const text = '\ufeffname\r\nÄnne\r\n';
  expect(await saved()).toEqual({ name: 'team.csv', type: 'text/csv;charset=utf-8', text, clicks: 1 });
});

test('other files hold what they are given', async () => {
  saveText('codes.txt', 'a\n');
  expect(await saved()).toEqual({ name: 'codes.txt', type: 'text/plain;charset=utf-8', text: 'a\n', clicks: 1 });
  saveJson('me.json', { a: 1 });
  expect(await saved()).toMatchObject({ name: 'me.json', type: 'application/json', text: '{\n  "a": 1\n}' });
});

test('a file can be read for a while: iPhones ask before they do', () => {
  vi.useFakeTimers();
  const revoke = vi.spyOn(URL, 'revokeObjectURL').mockReturnValue();
  saveText('codes.txt', 'a\n');
  vi.advanceTimersByTime(30_000);
  expect(revoke).not.toHaveBeenCalled();
  vi.advanceTimersByTime(90_000);
  expect(revoke).toHaveBeenCalledExactlyOnceWith('blob:1');
});
