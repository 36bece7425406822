import { closeGate } from './platform/gate/gate.ts';

// Before any library is loaded. Electron is ready only after all of this has run.
closeGate();
await import('./desktop/start.ts');
