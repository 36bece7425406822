import type { TextsOf } from './mail-text.ts';

type Texts = TextsOf<'budget_exceeded'>['budget_exceeded'];

/** The email that says that hosting costs more than its budget. */
export const budgetTexts: { readonly en: Texts; readonly de: Texts } = {
  en: {
    subject: ({ tenant_name }) => `Hosting of ${tenant_name} exceeds its budget`,
    before: ({ tenant_name, amount, budget }) => [
      `By Castellan’s estimate, hosting of ${tenant_name} costs ${amount} per month, including what open orders add. The budget is ${budget}.`,
      'A price may have changed, or servers, addresses or orders may have been added. You’ll get this email once a month as long as that’s so.',
    ],
    action: 'View costs',
    after: [],
    why: ({ tenant_name }) =>
      `You’re getting this email because you’re an owner of ${tenant_name} and have billing alerts turned on.`,
  },
  de: {
    subject: ({ tenant_name }) => `Das Hosting von ${tenant_name} überschreitet sein Budget`,
    before: ({ tenant_name, amount, budget }) => [
      `nach der Schätzung von Castellan kostet das Hosting von ${tenant_name} ${amount} pro Monat, einschließlich offener Bestellungen. Das Budget beträgt ${budget}.`,
      'Vielleicht hat sich ein Preis geändert, oder es sind Server, Adressen oder Bestellungen dazugekommen. Solange das so ist, erhalten Sie diese E-Mail jeden Monat einmal.',
    ],
    action: 'Kosten anzeigen',
    after: [],
    why: ({ tenant_name }) =>
      `Sie erhalten diese E-Mail, weil Sie Inhaber von ${tenant_name} sind und Hinweise zur Abrechnung eingeschaltet haben.`,
  },
};
