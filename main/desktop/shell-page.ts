import { randomBytes } from 'node:crypto';
import { escapeHtml } from '../mail/escape-html.ts';
import type { Language } from './texts.ts';

const style = `
:root { color-scheme: light dark; font: 15px/1.5 'Inter Variable', 'Segoe UI', system-ui, -apple-system, Roboto, 'Liberation Sans', sans-serif; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; padding: 24px; display: grid; place-items: center; background: light-dark(#f5f8f8, #141a1d); color: light-dark(#1b2326, #d6dde0); }
main { width: min(600px, 100%); padding: 32px; border: 1px solid light-dark(#dde4e6, #303b40); border-radius: 10px; background: light-dark(#ffffff, #1b2326); }
h1 { margin: 0 0 12px; font-size: 20px; line-height: 1.35; font-weight: 650; overflow-wrap: anywhere; }
p { margin: 0 0 12px; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 20px 0 24px; font-size: 13px; }
dl:empty { display: none; }
dt { color: light-dark(#556166, #94a2a8); }
dd { margin: 0; overflow-wrap: anywhere; font-family: ui-monospace, 'Liberation Mono', monospace; }
nav { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 24px; }
a { padding: 7px 16px; font-size: 14px; font-weight: 600; text-decoration: none; text-wrap: balance; color: inherit; border: 1px solid light-dark(#b9c4c8, #4a575d); border-radius: 6px; }
a:hover { background: light-dark(#eef2f3, #273136); }
a:first-child { border-color: #146a5d; background: #146a5d; color: #fff; }
a:first-child:hover { background: #0f574c; }
a:focus-visible { outline: 2px solid light-dark(#146a5d, #52b09e); outline-offset: 2px; }
@media (max-width: 520px) {
  main { padding: 24px 20px; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd + dt { margin-top: 8px; }
  a { flex: 1 1 100%; text-align: center; }
}
`;

export interface ShellPage {
  title: string;
  /** The first one is the alert. */
  paragraphs: readonly string[];
  facts: readonly (readonly [term: string, value: string])[];
  links: readonly { href: string; label: string }[];
}

/** A path or a fingerprint, which breaks between its parts. Copied text has no sign of that. */
const breakable = (value: string): string => escapeHtml(value).replace(/[/:](?=[^/])/g, '$&<wbr>');

/** A page of the shell itself, for when there is no console to show. Needs no script. */
export const shellPage = (
  { title, paragraphs, facts, links }: ShellPage,
  language: Language,
): { html: string; policy: string } => {
  const nonce = randomBytes(16).toString('base64url');
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`;
  const html = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="content-security-policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Castellan</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<main>
<h1>${escapeHtml(title)}</h1>
${paragraphs.map((text, index) => `<p${index === 0 ? ' role="alert"' : ''}>${escapeHtml(text)}</p>`).join('\n')}
<dl>${facts.map(([term, value]) => `<dt>${escapeHtml(term)}</dt><dd>${breakable(value)}</dd>`).join('')}</dl>
<nav>
${links.map(({ href, label }) => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`).join('\n')}
</nav>
</main>
</body>
</html>
`;
  return { html, policy };
};
