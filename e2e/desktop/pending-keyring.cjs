// Loaded into the app with `-r`: simulates a locked system keyring whose password nobody enters.
const { safeStorage } = require('electron');

globalThis.asked = 0;
const forever = () => {
  globalThis.asked += 1;
  return new Promise(() => {});
};
Object.assign(safeStorage, {
  isAsyncEncryptionAvailable: forever,
  encryptStringAsync: forever,
  decryptStringAsync: forever,
});
