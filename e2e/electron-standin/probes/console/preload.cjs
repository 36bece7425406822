const { contextBridge, ipcRenderer } = require('electron');
globalThis.secretInPreload = 42;
const started = document.readyState;
contextBridge.exposeInMainWorld('api', {
  ping: (x) => ipcRenderer.invoke('ping', x),
  boom: () => ipcRenderer.invoke('boom'),
  hello: (x) => ipcRenderer.send('hello', x),
  onHello: (cb) => {
    const f = (_e, x) => cb(x);
    ipcRenderer.on('hello-back', f);
    return () => ipcRenderer.off('hello-back', f);
  },
  onMenu: (cb) => {
    ipcRenderer.on('menu', (_e, x) => cb(x));
  },
  platform: process.platform,
  sum: (...n) => n.reduce((a, b) => a + b, 0),
  apply: (f, x) => f(x),
  versions: { electron: process.versions.electron, chrome: process.versions.chrome },
  started,
});
