import { minute } from '#shared/rules/limits.ts';
import { byteOrderMark } from '#shared/text-input/csv.ts';

/** Offers data to the browser as a download. */
const save = (name: string, text: string, type: string): void => {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Some browsers read it only after they have asked where to save it.
  setTimeout(() => URL.revokeObjectURL(url), minute);
};

export const saveJson = (name: string, data: unknown): void =>
  save(name, JSON.stringify(data, null, 2), 'application/json');

export const saveText = (name: string, text: string): void => save(name, text, 'text/plain;charset=utf-8');

export const saveCsv = (name: string, text: string): void =>
  save(name, `${byteOrderMark}${text}`, 'text/csv;charset=utf-8');
