const { contextBridge, ipcRenderer } = require('node:electron'.slice(5));
const got = [];
ipcRenderer.on('early', (_e, x) => got.push(x));
contextBridge.exposeInMainWorld('api', {
  pick: () => ipcRenderer.invoke('pick'),
  echo: (value) => ipcRenderer.invoke('echo', value),
  got: () => got,
});
