import { createHash } from 'node:crypto';
import { remoteColors } from '#shared/contract/desktop-strip.ts';
import { escapeHtml } from '../mail/escape-html.ts';
import { computerIcon } from './strip-page.ts';
import { type Language, textsIn } from './texts.ts';

const colorRules = remoteColors
  .map(({ light, dark }, index) => `[data-color="${index}"] { --server: light-dark(${light}, ${dark}); }`)
  .join('\n');

const style = `
:root { color-scheme: light dark; font: 14px/1.4 'Inter Variable', 'Segoe UI', system-ui, -apple-system, Roboto, 'Liberation Sans', sans-serif; }
* { box-sizing: border-box; }
html { background: transparent; }
body { margin: 0; height: 100vh; padding: 64px 16px 16px; background: rgb(9 14 16 / 45%); display: flex; flex-direction: column; align-items: center; user-select: none; cursor: default; }
h1 { position: absolute; width: 1px; height: 1px; margin: 0; overflow: hidden; clip-path: inset(50%); }
main { width: 100%; max-width: 480px; min-height: 0; display: flex; flex-direction: column; overflow: hidden; border-radius: 10px; border: 1px solid light-dark(#dde4e6, #303b40); color: light-dark(#1b2326, #d6dde0); background: light-dark(#ffffff, #1b2326); box-shadow: 0 16px 48px rgb(0 0 0 / 30%); }
input { flex: none; width: 100%; height: 52px; padding: 0 18px; font: inherit; font-size: 16px; color: inherit; border: 0; outline: 0; background: none; border-bottom: 1px solid light-dark(#dde4e6, #303b40); }
input::placeholder { color: light-dark(#556166, #94a2a8); opacity: 1; }
ul { list-style: none; margin: 0; padding: 8px; overflow-y: auto; scrollbar-width: thin; scrollbar-color: light-dark(#b9c4c8, #4a575d) transparent; }
ul:empty { display: none; }
li { display: flex; align-items: center; gap: 12px; height: 40px; padding: 0 10px; border-radius: 6px; }
li[aria-selected=true] { background: light-dark(#e3eeec, #25393a); }
i { --server: light-dark(#146a5d, #2d7a6c); flex: none; width: 24px; height: 24px; border-radius: 6px; display: grid; place-items: center; font-style: normal; font-size: 12px; font-weight: 700; color: #fff; background: var(--server); }
i:has(svg) { color: light-dark(#146a5d, #52b09e); background: none; }
${colorRules}
em { flex: none; padding: 0 8px; border-radius: 10px; font-style: normal; font-size: 12px; font-weight: 600; line-height: 20px; color: light-dark(#ffffff, #10211e); background: light-dark(#146a5d, #52b09e); }
b { min-width: 0; font-weight: 600; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
span { flex: none; max-width: 60%; margin-inline-start: auto; color: light-dark(#556166, #94a2a8); overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
li[aria-selected=true] span { color: light-dark(#46525a, #a9b6bb); }
#none { margin: 0; padding: 20px 18px; color: light-dark(#556166, #94a2a8); }
#none:empty { display: none; }
`;
const styleHash = createHash('sha256').update(style).digest('base64');

/** The page of the switcher. Its preload script fills in the list. */
export const switcherPage = (language: Language): string => {
  const { chooseServer, switcher } = textsIn(language);
  const filter = escapeHtml(switcher.filter);
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'">
<title>${escapeHtml(chooseServer)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(chooseServer)}</h1>
<input role="combobox" aria-expanded="true" aria-controls="places" aria-autocomplete="list" aria-label="${filter}" placeholder="${filter}" autocomplete="off" spellcheck="false" autofocus>
<ul id="places" role="listbox" aria-label="${escapeHtml(chooseServer)}"></ul>
<template>${computerIcon}</template>
<p id="none" role="status" data-text="${escapeHtml(switcher.none)}"></p>
</main>
</body>
</html>
`;
};
