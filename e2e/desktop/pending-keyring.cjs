// Loaded into the app with `-r`: the system's keyring is locked, and nobody enters its password.
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
