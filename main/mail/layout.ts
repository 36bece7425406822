import { accentShade } from '#shared/rules/accent-color.ts';
import { escapeHtml } from './escape-html.ts';

/** A part of an email. Both its text and its HTML are made from the same parts, so neither says less than the other. */
export type Block =
  | { readonly text: string }
  | { readonly facts: readonly (readonly [name: string, value: string])[] }
  /** The one thing that the reader is to do. */
  | { readonly button: Link }
  /** Another way there. */
  | { readonly link: Link };

export interface Link {
  readonly label: string;
  /** In a preview, words in its place. */
  readonly url: string;
}

/** How an organization shows itself in its emails. */
export interface MailBrand {
  /** Without links. */
  readonly name: string;
  /** Where its logo is; null if it has none, or may not show it. */
  readonly logo: string | null;
  /** Null for the console's own color. */
  readonly accent: string | null;
  /** Of its own sign-in page; null if it has none. */
  readonly signInSlug: string | null;
  /** What its invitations say; null for the usual text. */
  readonly invitationText: string | null;
}

/** As in the console. */
const castellan = '#146a5d';

/** The colors of a scheme. Light ones stand in the attributes, which every mail program reads. */
const schemes = {
  light: { ground: '#f4f6f6', card: '#ffffff', line: '#dde3e3', text: '#1b2426', dim: '#556166' },
  dark: { ground: '#141a1d', card: '#1b2326', line: '#303b40', text: '#d6dde0', dim: '#a3b0b5' },
} as const;
const { light, dark } = schemes;

const small = `color:${light.dim};font-size:13px`;

/** @param accent a color that {@link accentShade} takes */
const styles = (accent: string): string => {
  const { fill, text } = accentShade(accent, 'dark');
  const rules = {
    '.ground': `background:${dark.ground}!important;color:${dark.text}!important`,
    '.card': `background:${dark.card}!important;border-color:${dark.line}!important`,
    '.dim': `color:${dark.dim}!important`,
    '.button': `background:${fill}!important;color:${text}!important`,
  };
  const list = Object.entries(rules).map(([selector, rule]) => `${selector}{${rule}}`);
  return `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${list.join('')}}`;
};

/** A logo keeps a light ground in both schemes: most are drawn for one. */
const heading = ({ name, logo }: MailBrand): string =>
  logo === null
    ? `<p style="margin:0 0 24px;font-size:18px;font-weight:600;overflow-wrap:anywhere">${escapeHtml(name)}</p>`
    : `<p style="margin:0 0 24px"><img src="${escapeHtml(logo)}" alt="${escapeHtml(name)}" height="40" style="display:block;height:40px;max-width:240px;padding:4px;border-radius:6px;background:#ffffff;color:${light.text};object-fit:contain;object-position:left"></p>`;

const isAddress = ({ url }: Link): boolean => URL.canParse(url);

const facts = (rows: readonly (readonly [string, string])[]): string =>
  `<table role="presentation" style="margin:16px 0;border-collapse:collapse;font-size:14px">${rows
    .map(
      ([name, value]) =>
        `<tr><td class="dim" style="padding:2px 16px 2px 0;color:${light.dim};vertical-align:top;white-space:nowrap">${escapeHtml(name)}</td><td style="padding:2px 0;overflow-wrap:anywhere">${escapeHtml(value)}</td></tr>`,
    )
    .join('')}</table>`;

/** No address below it: its text part has one. A preview, whose link is left out, says so. */
const button = (link: Link, accent: string): string => {
  const { fill, text } = accentShade(accent, 'light');
  const style = `class="button" style="display:inline-block;padding:10px 20px;border-radius:6px;background:${fill};color:${text};font-weight:600;text-decoration:none"`;
  const label = escapeHtml(link.label);
  return isAddress(link)
    ? `<p style="margin:24px 0"><a href="${escapeHtml(link.url)}" ${style}>${label}</a></p>`
    : `<p style="margin:24px 0"><span ${style}>${label}</span></p>\n<p class="dim" style="${small}">${escapeHtml(link.url)}</p>`;
};

/** In the color of its text: an accent color may be too pale for small letters. */
const secondary = ({ label, url }: Link): string =>
  `<p class="dim" style="${small};margin:0 0 8px"><a class="dim" href="${escapeHtml(url)}" style="color:${light.dim}">${escapeHtml(label)}</a></p>`;

const htmlOf = (block: Block, accent: string): string => {
  if ('facts' in block) return facts(block.facts);
  if ('button' in block) return button(block.button, accent);
  if ('link' in block) return secondary(block.link);
  return `<p style="overflow-wrap:anywhere">${escapeHtml(block.text)}</p>`;
};

const footerOf = (block: Block, accent: string): string =>
  'text' in block
    ? `<p class="dim" style="${small};margin:0 0 8px">${escapeHtml(block.text)}</p>`
    : htmlOf(block, accent);

const textOf = (block: Block): string => {
  if ('facts' in block) return block.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  if ('text' in block) return block.text;
  const { label, url } = 'button' in block ? block.button : block.link;
  return `${label}: ${url}`;
};

export interface Letter {
  readonly language: string;
  readonly subject: string;
  readonly body: readonly Block[];
  /** Why the reader gets it, and where they can turn it off. */
  readonly footer: readonly Block[];
  /** The last line. */
  readonly sender: string;
  readonly brand: MailBrand | undefined;
}

export const letterText = ({ body, footer, sender }: Letter): string =>
  `${[...[...body, ...footer].map(textOf), `-- \n${sender}`].join('\n\n')}\n`;

export const letterHtml = ({ language, subject, body, footer, sender, brand }: Letter): string => {
  const shown = brand ?? { name: 'Castellan', logo: null, accent: null, signInSlug: null, invitationText: null };
  const accent = shown.accent ?? castellan;
  return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escapeHtml(subject)}</title><style>${styles(accent)}</style></head>
<body class="ground" style="margin:0;padding:0;background:${light.ground};color:${light.text}">
<div class="ground" style="padding:32px 16px;background:${light.ground};color:${light.text};font-family:system-ui,-apple-system,'Segoe UI',sans-serif;font-size:16px;line-height:1.5">
<div class="card" style="max-width:520px;margin:0 auto;padding:24px;background:${light.card};border:1px solid ${light.line};border-radius:8px">
${heading(shown)}
${body.map((block) => htmlOf(block, accent)).join('\n')}
</div>
<div style="max-width:520px;margin:16px auto 0;padding:0 24px">
${footer.map((block) => footerOf(block, accent)).join('\n')}
<p class="dim" style="${small};margin:0">${escapeHtml(sender)}</p>
</div>
</div>
</body>
</html>
`;
};
