import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { guardDownloads } from './downloads.ts';
import { createPromptGate } from './prompt-gate.logic.ts';

class Item extends EventEmitter {
  path = '';
  isCanceled = false;
  getSavePath = () => this.path;
  setSaveDialogOptions = () => {};
  cancel = () => {
    this.isCanceled = true;
    this.emit('done');
  };
}

const open = () => {
  const session = new EventEmitter();
  const gate = createPromptGate(
    () => true,
    () => 0,
  );
  const downloads = guardDownloads(
    session as never,
    gate,
    () => 'Production',
    () => {},
  );
  const save = () => {
    const item = new Item();
    let isRefused = false;
    session.emit('will-download', { preventDefault: () => (isRefused = true) }, item);
    return { item, isRefused };
  };
  return { downloads, save };
};

it('a page that saves a file opens nothing else until the person has chosen a place for it', () => {
  const { save } = open();
  const { item } = save();
  item.emit('updated');
  expect(save().isRefused).toBe(true);
  item.path = '/home/ann/export.zip';
  item.emit('updated');
  expect(save().isRefused).toBe(false);
});

it('the end of a file lets through nothing while another dialog is open', () => {
  const { save } = open();
  const { item } = save();
  item.path = '/home/ann/export.zip';
  item.emit('updated');
  save();
  item.emit('updated');
  item.emit('done');
  expect(save().isRefused).toBe(true);
});

it('a file that isn’t saved after all lets the next one through, and every file can be canceled', () => {
  const { save, downloads } = open();
  save().item.emit('done');
  const { item, isRefused } = save();
  expect(isRefused).toBe(false);
  downloads.cancel();
  expect(item.isCanceled).toBe(true);
  expect(save().isRefused).toBe(false);
});
