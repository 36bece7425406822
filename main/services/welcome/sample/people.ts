import type { Role } from '#shared/rules/roles.ts';
import { searchKey } from '#shared/text-input/text-keys.ts';

/** A fictional person with an address at example.com, which is reserved (RFC 2606). */
export interface SamplePerson {
  /** Position in the list; everything that varies between people derives from it. */
  readonly number: number;
  readonly name: string;
  readonly email: string;
  readonly role: Role;
  readonly status: 'stays' | 'removed' | 'leaves';
}

const names = [
  ...['Olivia Marsh', 'Henrik Solberg', 'Amara Okafor', 'Lukas Brandt', 'Priya Raman', 'Mateo Herrera'],
  ...['Yuki Tanabe', 'Zoë Adler', 'Callum Reid', 'Ines Carvalho', 'Tomasz Zielinski', 'Leila Haddad'],
  ...['Noah Fischer', 'Grace Mbeki', 'Emil Lindqvist', 'Sofia Marchetti', 'Ravi Kulkarni', 'Hannah Weiss'],
  ...['Diego Salazar', 'Freya Nyström', 'Omar Benali', 'Chloé Dubois', 'Jonas Keller', 'Mei Lin Chua'],
  ...['Patrick Doyle', 'Anya Petrova', 'Samuel Adeyemi', 'Klara Novotná', 'Bruno Teixeira', 'Isla Campbell'],
  ...['Felix Hartmann', 'Nadia Rahimi', 'Viktor Horvath', 'Elena Popescu', 'Kofi Mensah', 'Marta Sánchez'],
  ...['Oscar Bergman', 'Thuy Nguyen', 'Rasmus Holm', 'Aisha Farouk', 'Daniel Costa', 'Greta Vogel'],
  ...['Hugo Laurent', 'Siobhan Kelly', 'Arjun Mehta', 'Lotte de Vries', 'Pavel Dvořák', 'Rosa Jiménez'],
  ...['Simon Walsh', 'Tuulia Virtanen', 'Umar Siddiqui', 'Vera Jansen', 'William Osei', 'Xenia Pappas'],
  ...['Younes Amrani', 'Zuzana Kováčová', 'Bianca Rossi', 'Carl Eriksen', 'Dora Szabó', 'Ethan Brooks'],
] as const;

const owners = 2;
const admins = 5;
const statuses: Partial<Record<number, SamplePerson['status']>> = {
  20: 'removed',
  33: 'removed',
  47: 'removed',
  28: 'leaves',
  51: 'leaves',
};

/** `Zoë Adler` → `zoe.adler@example.com`. */
export const sampleEmail = (name: string): string => `${searchKey(name).replaceAll(/[^a-z]+/g, '.')}@example.com`;

export const samplePeople: readonly SamplePerson[] = names.map((name, number) => ({
  number,
  name,
  email: sampleEmail(name),
  role: number < owners ? 'owner' : number < owners + admins ? 'admin' : 'member',
  status: statuses[number] ?? 'stays',
}));

/** The sample company's clients, with their health. */
export const sampleWorkspaces = [
  {
    name: 'Bluebell Bakery',
    health: 97,
    description: 'Seasonal campaigns for 14 bakeries, and their newsletter.',
  },
  {
    name: 'Cobalt Clinics',
    health: 91,
    description: 'Appointments and reminders for three clinics.',
  },
  {
    name: 'Driftwood Hotels',
    health: 84,
    description: 'Bookings from search and email, coast and islands.',
  },
  {
    name: 'Ember & Oak',
    health: 76,
    description: 'Store launches and the furniture catalog.',
  },
  {
    name: 'Fjord Logistics',
    health: 68,
    description: 'Leads from freight fairs.',
  },
  {
    name: 'Granite Legal',
    health: 59,
    description: 'Client newsletters, reviewed by the firm before each issue.',
  },
  {
    name: 'Hazel Schools',
    health: 43,
    description: 'Open days and enrollment.',
  },
  {
    name: 'Indigo Travel',
    health: 27,
    description: 'Relaunch of the booking campaigns. Weekly call on Mondays.',
  },
  {
    name: 'Juniper Homes',
    health: 100,
    description: 'Listings and viewings in four cities.',
  },
] as const;

/** Invitations that no one has accepted, by age in days. */
export const openInvitations = [
  { name: 'Nora Blake', role: 'member', daysAgo: 0.2, mail: 'queued' },
  { name: 'Ivo Petrov', role: 'member', daysAgo: 1.1, mail: 'queued' },
  { name: 'Maren Dahl', role: 'admin', daysAgo: 2.4, mail: 'sent' },
  { name: 'Joel Abara', role: 'member', daysAgo: 4.3, mail: 'failed' },
  { name: 'Selma Yilmaz', role: 'member', daysAgo: 6.2, mail: 'abandoned' },
] as const;

export const lapsedInvitations = [
  { name: 'Gil Moreau', daysAgo: 44, end: 'expired' },
  { name: 'Petra Falk', daysAgo: 31, end: 'revoked' },
  { name: 'Anders Vik', daysAgo: 19, end: 'expired' },
  { name: 'Lena Orlova', daysAgo: 12, end: 'revoked' },
  { name: 'Theo Quist', daysAgo: 10, end: 'expired' },
] as const;

/** Devices as sessions list them. */
export const sampleDevices = [
  'Chrome on macOS',
  'Firefox on Windows',
  'Safari on iOS',
  'Microsoft Edge on Windows',
  'Chrome on Android',
  'Firefox on Linux',
  'Safari on macOS',
] as const;

/** IP addresses from blocks reserved for documentation (RFC 5737). */
export const sampleAddress = (number: number): string =>
  `${['192.0.2', '198.51.100', '203.0.113'][number % 3]}.${10 + ((number * 37) % 240)}`;
