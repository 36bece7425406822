import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { auditActions } from '#shared/texts/audit.ts';
import { errors } from '#shared/texts/errors.ts';
import { fieldReasons } from '#shared/texts/field-reasons.ts';
import { reasons } from '#shared/texts/reasons.ts';
import { scopeTexts } from '#shared/texts/scopes.ts';
import { textsIn } from '../../../main/desktop/texts.ts';
import { mailTexts } from '../../../main/mail/mail-texts.ts';
import { openApiDocument } from '../../../main/transport/http/openapi.ts';
import { catalogues } from '../../support/texts.ts';

/**
 * One idea has one word: what to write, and what not. `except` are keys where the word means something else, or that hold
 * what people may type. The documents for users have the words with `docs`: there, the others are used in another sense.
 */
const glossary: Record<'en' | 'de', { use: string; not: RegExp; except?: RegExp; docs?: true }[]> = {
  en: [
    { use: 'status', not: /\bstates?\b|what became of/i },
    { use: 'email', not: /\be-mails?\b|\bmails\b|\bmail\b(?! (?:server|settings))/i, except: /^search\./, docs: true },
    {
      use: 'two-factor authentication',
      not: /second[ -]factors?/i,
      except: /^search\.|^docs\/conformance\.md/,
      docs: true,
    },
    {
      use: 'sign in, sign out, sign up',
      not: /(?<!Start at )\b(?:log(?:in|s|ged)?[ -]?(?:in|out)|logins?)\b|signed in nowhere/i,
      // The desktop app starts at the login to the computer. The conformance document quotes the seeds.
      except: /^search\.|startAtLogin|^docs\/(?:conformance|releasing)\.md/,
      docs: true,
    },
    { use: 'remove (members)', not: /\btak(?:e|es|en) (?:\S+ ){0,3}(?:out|away|back)\b|\btook\b/i },
    {
      use: 'team, organization',
      not: /\bcompan(?:y|ies)\b|\btenants?\b|the place\b/i,
      // A multi-tenant platform, a shell option, and what the seeds say.
      except: /^README\.md|^docs\/conformance\.md/,
      docs: true,
    },
    {
      use: 'organization, where people belong; operator, who runs this server',
      not: /\byour team\b|\bfirst team\b/i,
      // The page about its people is the team's. Emails and first-run texts follow.
      except: /^(?!(?:shell|mail\.(?:server|problems)|profile|security|settings|hosting|workspaces|audit)\.)/,
    },
    {
      use: 'organization; the page about its people is the team’s',
      not: /\bteams?\b(?! page)/i,
      // The page's name, what people may type, another product, and wire names of the contract.
      except:
        /^(?:navigation\.team|team\.(?:title|member\.back|rights\.areas\.team)|security\.areas\.team|search\.|commands\..*words|events\.kinds|events\.kindsOf|api\.)/,
    },
    { use: 'rejected (by a server or a provider)', not: /(?:mail server|provider) refuse[ds]/i, except: /^desktop\./ },
    { use: 'revoke (sessions of others)', not: /active sessions? will end/i },
    // Operators' own word for all that one database holds.
    { use: 'this server', not: /\binstallations?\b/i },
    { use: 'this server, this computer', not: /\bmachines?\b/i },
    { use: 'upgrade', not: /\b(?:this|an?|open|every|of the) runs?\b|under way\b/i },
    { use: 'current, new, previous', not: /\bpresent\b|\bformer\b|against now/i },
    {
      use: 'total, due now, per month, per year',
      not: /\baltogether\b|to pay now|\bin a year\b|\ba month (?:with|against)|\b(?:each|cost a) month\b/i,
    },
    { use: 'refresh, reset', not: /\bread again\b|servers again|begin anew/i, docs: true },
    { use: 'expires, never', not: /without an? end|good until|is good for/i, docs: true },
    { use: 'recent activity', not: /last events|what they did/i },
    {
      use: 'entry (of the audit log); an event is what other programs are sent',
      not: /\bevents?\b/i,
      except: /^(?!(?:audit|team\.history)\.)|^audit\.(?:names|actions|sentences|groups)\./,
    },
    { use: 'someone, no one, everyone, anyone', not: /\b(?:some|every|any|no)body\b|whoever/i, docs: true },
    { use: 'this can’t be undone', not: /nobody can undo/i, docs: true },
    { use: 'held', not: /\bkept here\b|\bkept mails?\b/i, docs: true },
    { use: 'permanently', not: /\bfor good\b/i, docs: true },
    { use: 'immediately, auto-', not: /\bat once\b|by itself\b/i, except: /inviteForm\.tooMany/ },
    {
      use: 'American spelling',
      not: /colou?rs? scheme(?<!color scheme)|\bcolours?\b|\blicen[c]e\b|\bcancell(?:ed|ing)\b|organis/i,
      docs: true,
    },
    {
      use: 'contractions',
      not: /\b(?:you are|you will|they will|cannot|(?:is|are|was|were|do|does|did|has|have|could) not)\b/i,
      // What the program says in its log, too, and what the reference of the API says.
      except: /^(?:desktop\.startReasons|api)\./,
    },
  ],
  de: [
    { use: 'Status', not: /\bStand\b|\bZustand\b|\bZustände/, except: /health/i },
    { use: 'Zwei-Faktor-Authentifizierung', not: /zweite[rns]? Faktor|Zweitfaktor/i, except: /^search\./ },
    { use: 'Organisation', not: /Mandant|Unternehmen\b/ },
    {
      use: 'Organisation; die Seite über ihre Personen heißt Team',
      not: /\bTeams?\b|\bTeammit/,
      except:
        /^(?:navigation\.team|team\.(?:title|member\.back|rights\.areas\.team)|security\.areas\.team|search\.|events\.kinds|events\.kindsOf)/,
    },
    { use: 'Administrator', not: /\bAdmins?\b/ },
    { use: 'dieser Server, dieser Rechner', not: /Maschine|Computer/ },
    { use: 'Programme', not: /Werkzeug/ },
    { use: 'Access-Token', not: /Zugriffs-?token/i },
    { use: 'Gefahrenbereich', not: /Gefahrenzone/ },
    { use: 'Alle …', not: /^Jede[rs]? \S+$/ },
    { use: 'aktuell, vorherig', not: /gegenwärtig|\bjetzige|\bfrühere[nr]? (?:Größe|Tarif)/i },
    { use: 'Inaktivität', not: /Untätig/i },
    { use: 'pro Monat', not: /\bim Monat\b/ },
    { use: 'entfernen', not: /herausnehmen|herausgenommen/i },
    { use: 'zurückgehalten', not: /aufbewahrte/ },
    { use: 'Zugriff', not: /\bZugang zu\b/ },
    { use: 'bereits', not: /\bschon (?:Mitglied|Inhaber|diese Rolle)/ },
    { use: 'geplant', not: /vorgemerkt|angesetzt|zur Löschung vorgesehen/ },
    { use: 'E-Mail', not: /\bEmails?\b|(?<!E-)\bMails\b/, except: /^search\./ },
    { use: 'Managed, Unmanaged, Servicelevel', not: /betreu/i },
    { use: 'erstellen', not: /\banlegen\b|\bangelegt\b/i, except: /^search\./ },
    {
      use: 'Eintrag (des Protokolls)',
      not: /Ereignis/,
      except: /^(?!(?:audit|team\.history)\.)|^audit\.(?:names|actions|sentences|groups)\./,
    },
    { use: 'Log (des Servers)', not: /Protokoll(?:ordner|stufe)|Protokoll des Servers/ },
    { use: 'Dezimalkomma', not: /wie \d+\.\d+/ },
  ],
};

type Tree = { [key: string]: string | Tree };

const flat = (tree: Tree, path = ''): [string, string][] =>
  Object.entries(tree).flatMap(([name, value]) =>
    typeof value === 'string' ? [[`${path}${name}`, value] as [string, string]] : flat(value, `${path}${name}.`),
  );

/** Stands for a name, and for an object whose fields are names. */
const name = new Proxy({}, { get: (_, key) => (key === Symbol.toPrimitive ? () => '…' : '…') });

/** The texts among values that may also hold functions of names: those are called with what stands for a name. */
const spoken = (value: unknown, path: string): [string, string][] => {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value === 'function') return spoken(value(name), path);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => spoken(inner, `${path}.${key}`));
};

const withoutCode = (text: string): string => text.replaceAll(/`[^`]*`/g, '');

/** What the API's document says in its own words. Titles of errors are above. */
const documented = (value: unknown, path: string): [string, string][] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): [string, string][] => {
    if (/^(?:summary|description)$/.test(key) && typeof inner === 'string') {
      return [[`${path}.${key}`, withoutCode(inner)]];
    }
    return key === 'responses' && path.includes('paths') ? answered(inner, path) : documented(inner, `${path}.${key}`);
  });
};
/** The descriptions of refusals are titles of errors: only their fields have their own. */
const answered = (responses: unknown, path: string): [string, string][] =>
  Object.entries(responses as Record<string, { content?: unknown }>).flatMap(([status, response]) =>
    documented(status.startsWith('2') ? response : response.content, `${path}.${status}`),
  );

const root = join(import.meta.dirname, '../../..');
/** The paragraphs of a document, without code, and without where its links lead. */
const paragraphsOf = (file: string, text: string): [string, string][] =>
  text
    .replaceAll(/```[\s\S]*?```|^ {4}.*$/gm, '')
    .replaceAll(/`[^`]*`|<a id="[^"]*"><\/a>|\]\([^)]*\)/g, ']')
    .split(/\n\n+|\n(?=[|\-#*]|\d+\.)/)
    .map((paragraph, at) => [`${file}:${at}`, paragraph.replaceAll(/\s+/g, ' ')]);
/** What users and operators read. Decisions and the folders' READMEs are for who changes the code, in its words. */
const documents = globSync(['README.md', 'SECURITY.md', 'docs/*.md', 'deploy/*.md'], { cwd: root }).flatMap((path) =>
  paragraphsOf(path.replaceAll('\\', '/'), readFileSync(join(root, path), 'utf8')),
);

const texts = {
  en: [
    ...documented(openApiDocument(), 'api'),
    ...flat(catalogues.en),
    ...spoken(textsIn('en'), 'desktop'),
    ...spoken(mailTexts.en, 'email'),
    ...spoken(reasons, 'reasons'),
    ...spoken(fieldReasons, 'fields'),
    ...Object.entries(errors).map(([key, { title }]): [string, string] => [`errors.${key}`, title]),
    ...Object.entries(auditActions).map(([key, { text }]): [string, string] => [`audit.actions.${key}`, text]),
    ...spoken(scopeTexts, 'scopes'),
  ],
  de: [...flat(catalogues.de), ...spoken(textsIn('de'), 'desktop'), ...spoken(mailTexts.de, 'email')],
};

const wrongIn = (all: readonly [string, string][], not: RegExp, except?: RegExp): [string, string][] =>
  all.filter(([key, text]) => !except?.test(key) && not.test(text.replaceAll(/\{\{.*?\}\}/g, '')));

describe.each(['en', 'de'] as const)(
  'the glossary of %s holds on screens, in emails, menus and notifications',
  (language) => {
    test.each(glossary[language])('$use', ({ not, except }) => {
      expect(wrongIn(texts[language], not, except)).toEqual([]);
    });
  },
);

describe('the glossary holds in the documents for users and operators', () => {
  test.each(glossary.en.filter(({ docs }) => docs))('$use', ({ not, except }) => {
    expect(wrongIn(documents, not, except)).toEqual([]);
  });
});

test('operations and documents are among the texts', () => {
  const paths = documented(openApiDocument(), 'api').map(([path]) => path);
  expect(paths.filter((path) => path.endsWith('.summary')).length).toBeGreaterThan(100);
  expect(paths.filter((path) => path.endsWith('.description')).length).toBeGreaterThan(100);
  const planted = {
    paths: { '/x': { get: { summary: 'List the mails of the tenant', responses: { 200: { content: {} } } } } },
  };
  expect(documented(planted, 'api')).toEqual([['api.paths./x.get.summary', 'List the mails of the tenant']]);
  expect(new Set(documents.map(([path]) => path.replace(/:\d+$/, ''))).size).toBeGreaterThan(10);
  const [, [, said] = ['', '']] = paragraphsOf('x.md', 'First.\n\nRead\nyour `mails` and mails.\n');
  expect(wrongIn([['x.md', said]], /\bmails\b/)).toHaveLength(1);
  expect(wrongIn(paragraphsOf('x.md', 'Run `castellan mail hold`.'), /\bmail\b/)).toEqual([]);
});
