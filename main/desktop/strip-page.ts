import { createHash } from 'node:crypto';
import { remoteColors } from '#shared/contract/desktop-strip.ts';
import type { Language } from './texts.ts';

/** In device-independent pixels. */
export const stripHeight = 40;

const colorRules = remoteColors
  .map(({ light, dark }, index) => `body[data-color="${index}"] { --server: light-dark(${light}, ${dark}); }`)
  .join('\n');

const style = `
:root { color-scheme: light dark; font: 13px/1 'Inter Variable', 'Segoe UI', system-ui, -apple-system, Roboto, 'Liberation Sans', sans-serif; }
* { box-sizing: border-box; }
h1, #label { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
[hidden] { display: none !important; }
body { --server: light-dark(#146a5d, #52b09e); margin: 0; }
main { height: ${stripHeight}px; display: flex; align-items: center; gap: 8px; padding: 0 8px; overflow: hidden; user-select: none; cursor: default; color: light-dark(#1b2326, #d6dde0); background: light-dark(#ffffff, #1b2326); border-bottom: 1px solid light-dark(#dde4e6, #303b40); }
${colorRules}
body:not([data-color="own"]) main { box-shadow: inset 0 2px 0 var(--server); }
button { font: inherit; color: inherit; border: 0; background: none; height: 28px; border-radius: 6px; display: flex; align-items: center; gap: 8px; padding: 0 8px; }
button:hover { background: light-dark(#eef2f3, #273136); }
button:active { background: light-dark(#e3e9eb, #303b40); }
button:focus-visible { outline: 2px solid light-dark(#146a5d, #52b09e); outline-offset: -1px; }
#choose { min-width: 0; padding-inline-start: 4px; }
#tile { flex: none; width: 20px; height: 20px; border-radius: 5px; display: grid; place-items: center; color: #fff; background: var(--server); font-size: 11px; font-weight: 700; }
body[data-color="own"] #tile { background: none; color: light-dark(#146a5d, #52b09e); }
body:not([data-color="own"]) #tile svg { display: none; }
#name { font-weight: 600; line-height: 20px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
#host { flex: 0 1 auto; line-height: 20px; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: light-dark(#556166, #94a2a8); }
svg { flex: none; display: block; }
#chevron { color: light-dark(#556166, #94a2a8); }
#state { flex: none; margin-inline-start: auto; display: flex; align-items: center; gap: 8px; max-width: 70%; color: light-dark(#556166, #94a2a8); }
#status { line-height: 20px; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
#state::before { content: ''; flex: none; width: 8px; height: 8px; border-radius: 50%; background: currentColor; }
body[data-status="open"] #state::before { display: none; }
body[data-status="busy"] #state::before { animation: pulse 1.2s ease-in-out infinite; }
body[data-status="busy"] #state { animation: appear 1ms 400ms both; }
body[data-status="problem"] #state { color: light-dark(#a3341f, #ee8c78); }
#reload { color: light-dark(#146a5d, #52b09e); font-weight: 600; white-space: nowrap; }
@media (max-width: 560px) { body:not([data-status="open"]) #host { display: none; } }
@keyframes appear { from { visibility: hidden; } }
@keyframes pulse { 50% { opacity: 0.25; } }
@media (prefers-reduced-motion: reduce) { #state::before { animation: none !important; } }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

const stroke = 'fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"';

/** This computer, where servers have their color and letter. */
export const computerIcon = `<svg width="16" height="16" viewBox="0 0 16 16" ${stroke}><rect x="1.5" y="2.5" width="13" height="9" rx="1.5"/><path d="M5.5 14h5M8 11.5V14"/></svg>`;

/** The page of the strip. Its preload script fills it in. */
export const stripPage = (language: Language): string => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'">
<title>Castellan</title>
<style>${style}</style>
</head>
<body data-color="own" data-status="open">
<main>
<h1>Castellan</h1>
<button id="choose" type="button" aria-haspopup="menu">
<span id="label"></span>
<span id="tile" aria-hidden="true">${computerIcon}<span id="letter" hidden></span></span>
<span id="name"></span>
<span id="host" hidden></span>
<svg id="chevron" aria-hidden="true" width="12" height="12" viewBox="0 0 12 12" ${stroke}><path d="M3 4.5 6 7.5 9 4.5"/></svg>
</button>
<div id="state"><span id="status" role="status"></span><button id="reload" type="button" hidden></button></div>
</main>
</body>
</html>
`;
