// Loaded before the app: Playwright asks Chromium for no keyring, and its switch can't be left out.
const { app } = require('electron');

app.commandLine.removeSwitch('password-store');
