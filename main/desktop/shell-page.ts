import { randomBytes } from 'node:crypto';
import { escapeHtml } from '../mail/escape-html.ts';
import type { Language } from './texts.ts';

const style = `
:root { color-scheme: light dark; font: 14px/1.55 'Inter Variable', 'Segoe UI', system-ui, -apple-system, Roboto, 'Liberation Sans', sans-serif; }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; padding: 24px; display: grid; place-items: center; background: light-dark(#f5f8f8, #141a1d); color: light-dark(#1b2326, #d6dde0); }
main { width: min(640px, 100%); padding: 28px; border: 1px solid light-dark(#dde4e6, #303b40); border-radius: 10px; background: light-dark(#ffffff, #1b2326); }
h1 { margin: 0 0 10px; font-size: 18px; line-height: 1.35; font-weight: 600; overflow-wrap: anywhere; }
p { margin: 0 0 10px; overflow-wrap: anywhere; text-wrap: pretty; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 4px 16px; margin: 18px 0 22px; font-size: 13px; }
dl:empty { display: none; }
dt { color: light-dark(#556166, #94a2a8); }
dd { margin: 0; overflow-wrap: anywhere; font-family: ui-monospace, 'Liberation Mono', monospace; }
nav { display: flex; flex-wrap: wrap; gap: 8px; margin-top: 22px; }
a { padding: 5px 12px; font-size: 13px; font-weight: 500; text-decoration: none; text-wrap: balance; color: inherit; border: 1px solid light-dark(#b9c4c8, #4a575d); border-radius: 6px; }
a:hover { background: light-dark(#eef2f3, #273136); }
a:first-child { border-color: #146a5d; background: #146a5d; color: #fff; }
a:first-child:hover { background: #0f574c; }
a:focus-visible { outline: 2px solid light-dark(#146a5d, #52b09e); outline-offset: 2px; }
@media (max-height: 680px) { body { padding: 16px; } }
@media (max-width: 520px) {
  main { padding: 20px; }
  dl { grid-template-columns: 1fr; gap: 0; }
  dd + dt { margin-top: 8px; }
  a { flex: 1 1 100%; padding: 7px 12px; text-align: center; }
}
`;

export interface ShellPage {
  title: string;
  /** The first one is the alert. */
  paragraphs: readonly string[];
  /** The language of a value is that of the page if nothing else is said. */
  facts: readonly (readonly [term: string, value: string, language?: Language])[];
  links: readonly { href: string; label: string }[];
}

/** A path or a fingerprint, which breaks between its parts. Copied text has no sign of that. */
const breakable = (value: string): string => escapeHtml(value).replace(/[/:](?=[^/])/g, '$&<wbr>');

const factHtml = ([term, value, language]: ShellPage['facts'][number]): string => {
  const spoken = language === undefined ? '' : ` lang="${language}"`;
  return `<dt>${escapeHtml(term)}</dt><dd${spoken}>${breakable(value)}</dd>`;
};

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
<dl>${facts.map(factHtml).join('')}</dl>
<nav>
${links.map(({ href, label }) => `<a href="${escapeHtml(href)}">${escapeHtml(label)}</a>`).join('\n')}
</nav>
</main>
</body>
</html>
`;
  return { html, policy };
};
