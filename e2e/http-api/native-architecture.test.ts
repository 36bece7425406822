import { describe, expect, it } from 'vitest';
import { architectureIn, architectureOf } from '../tools/native-architecture.ts';

const head = (write: (bytes: Buffer) => void): Buffer => {
  const bytes = Buffer.alloc(256);
  write(bytes);
  return bytes;
};

describe('the architecture of a program', () => {
  it('is read from the headers of Linux, macOS and Windows files', () => {
    const elf = (machine: number) =>
      head((bytes) => {
        bytes.writeUInt32BE(0x7f454c46, 0);
        bytes.writeUInt16LE(machine, 18);
      });
    expect([architectureIn(elf(0x3e)), architectureIn(elf(0xb7))]).toEqual(['x64', 'arm64']);
    const machO = (type: number) =>
      head((bytes) => {
        bytes.writeUInt32LE(0xfeedfacf, 0);
        bytes.writeUInt32LE(type, 4);
      });
    expect([architectureIn(machO(0x01000007)), architectureIn(machO(0x0100000c))]).toEqual(['x64', 'arm64']);
    const portable = head((bytes) => {
      bytes.write('MZ', 'latin1');
      bytes.writeUInt32LE(0x80, 0x3c);
      bytes.write('PE\0\0', 0x80, 'latin1');
      bytes.writeUInt16LE(0x8664, 0x84);
    });
    expect(architectureIn(portable)).toBe('x64');
    expect(architectureIn(Buffer.from('#!/bin/sh\n'))).toBeUndefined();
  });

  it('matches this machine for the program that runs this test', async () => {
    expect(await architectureOf(process.execPath)).toBe(process.arch);
  });
});
