import { expect, it } from 'vitest';
import { isLoopbackAddress } from './link-reach.ts';

it.each([
  ['http://127.0.0.1:4780', true],
  ['http://127.8.0.1/castellan', true],
  ['http://localhost:4780', true],
  ['http://console.localhost:4780', true],
  ['http://[::1]:4780', true],
  ['https://castellan.example.org', false],
  ['http://192.168.1.20:4780', false],
  ['http://127.example.org', false],
  ['http://localhost.example.org', false],
])('knows whether %s opens on one computer alone', (address, isLocal) => {
  expect(isLoopbackAddress(address)).toBe(isLocal);
});
