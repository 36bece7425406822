'use strict';
// Starts Chromium; own CDP traffic goes over the pipe, Playwright gets the port Chromium prints.
const { spawn } = require('node:child_process');
const { EventEmitter } = require('node:events');
const fs = require('node:fs');

const CANDIDATES = [
  process.env.STANDIN_CHROMIUM,
  '/usr/lib/chromium/chromium-headless-shell',
  '/usr/lib/chromium/chromium',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
];

class Chromium extends EventEmitter {
  constructor() {
    super();
    this.setMaxListeners(0);
    this._id = 0;
    this._pending = new Map();
    this.sessions = new Map();
  }

  async launch({ profile, switches, mapRules, spki, exposePort }) {
    const exe = CANDIDATES.find((c) => c && fs.existsSync(c));
    if (!exe) throw new Error('electron-standin: no Chromium found; set STANDIN_CHROMIUM');
    this.shell = /headless-shell/.test(exe);
    const headful = process.env.STANDIN_HEADFUL === '1';
    if (headful && !process.env.DISPLAY) console.error('Unable to open X display'); // Playwright recognises this line
    const args = [
      ...(this.shell || headful ? [] : ['--headless=new']),
      '--no-first-run',
      '--no-startup-window',
      '--disable-gpu',
      '--hide-scrollbars=false',
      '--block-new-web-contents',
      `--user-data-dir=${profile}`,
      '--remote-debugging-pipe',
      ...(exposePort ? ['--remote-debugging-port=0'] : []),
      `--host-resolver-rules=${mapRules}`,
      `--ignore-certificate-errors-spki-list=${spki}`,
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      ...switches,
    ];
    this.proc = spawn(exe, args, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] });
    this.exited = new Promise((f) =>
      this.proc.once('exit', (code, sig) => {
        this.gone = true;
        f({ code, sig });
        this.emit('exit', code, sig);
      }),
    );
    this.devtools = new Promise((f) => {
      let rest = '';
      this.proc.stderr.on('data', (d) => {
        const lines = (rest + d).split('\n');
        rest = lines.pop();
        for (const l of lines) {
          if (/^DevTools listening on /.test(l)) {
            process.stderr.write(`${l}\n`);
            f(l.slice(22).trim());
          } else if (process.env.STANDIN_VERBOSE) process.stderr.write(`[chromium] ${l}\n`);
        }
      });
    });
    let chunks = [];
    this.proc.stdio[3].on('error', () => {});
    this.proc.stdio[4].on('data', (d) => {
      let i;
      while ((i = d.indexOf(0)) >= 0) {
        chunks.push(d.subarray(0, i));
        d = d.subarray(i + 1);
        const text = Buffer.concat(chunks).toString();
        chunks = [];
        this._onMessage(text);
      }
      if (d.length) chunks.push(d);
    });
    const v = await this.send('Browser.getVersion');
    this.version = v.product.split('/')[1];
    await this.send('Target.setAutoAttach', { autoAttach: true, waitForDebuggerOnStart: true, flatten: true });
  }

  _onMessage(text) {
    const m = JSON.parse(text);
    if (this.relay?.(m)) return;
    if (m.id) {
      const p = this._pending.get(m.id);
      this._pending.delete(m.id);
      if (!p) return;
      if (m.error) p.reject(new Error(`${p.method}: ${m.error.message}`));
      else p.resolve(m.result);
    } else if (m.sessionId) this.sessions.get(m.sessionId)?.(m.method, m.params);
    else this.emit(m.method, m.params);
  }
  raw(obj) {
    this.proc.stdio[3].write(`${JSON.stringify(obj)}\0`);
  }
  nextId() {
    return ++this._id;
  }
  send(method, params = {}, sessionId) {
    if (this.gone) return Promise.reject(new Error('Chromium is gone'));
    const id = this.nextId();
    const p = new Promise((resolve, reject) => this._pending.set(id, { resolve, reject, method }));
    p.catch(() => {}); // callers that do not care stay quiet
    this.raw({ id, method, params, sessionId });
    return p;
  }
  async close() {
    if (!this.proc || this.gone) return;
    this.send('Browser.close').catch(() => {});
    const t = setTimeout(() => this.proc.kill('SIGKILL'), 3000);
    await this.exited;
    clearTimeout(t);
  }
}
module.exports = { Chromium };
