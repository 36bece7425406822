import type { ReminderReason } from '#shared/upgrade-reminders.ts';

/** Values that the email mentions. */
type Params = Record<string, string>;
type ReminderTexts = Record<ReminderReason, { subject: string; text: (params: Params) => string }>;

const en: ReminderTexts = {
  invoice_due: {
    subject: 'the invoice is due soon',
    text: ({ server, due }) =>
      `The invoice for the upgrade of ${server} is due on ${due}. Pay it in the provider’s client area, then start the upgrade in Castellan.`,
  },
  invoice_overdue: {
    subject: 'the invoice is overdue',
    text: ({ server, due }) =>
      `The invoice for the upgrade of ${server} was due on ${due}. If you have paid it, start the upgrade in Castellan. If you no longer want the upgrade, cancel the order in the provider’s client area.`,
  },
  resized: {
    subject: 'confirm or revert the upgrade',
    text: ({ server }) =>
      `${server} has its new size. Check that everything works, then confirm or revert the upgrade.`,
  },
  decision_soon: {
    subject: 'the upgrade is decided soon',
    text: ({ server }) =>
      `Nobody has confirmed or reverted the upgrade of ${server}. Within three hours, Castellan does what was chosen in advance.`,
  },
  stuck: {
    subject: 'the upgrade needs a look',
    text: ({ server }) =>
      `The upgrade of ${server} has made no progress for an hour. Its page in Castellan says why, and what you can do.`,
  },
};

const de: ReminderTexts = {
  invoice_due: {
    subject: 'Die Rechnung ist bald fällig',
    text: ({ server, due }) =>
      `die Rechnung für das Upgrade von ${server} ist am ${due} fällig. Bezahlen Sie sie im Kundenbereich des Anbieters, und starten Sie dann das Upgrade in Castellan.`,
  },
  invoice_overdue: {
    subject: 'Die Rechnung ist überfällig',
    text: ({ server, due }) =>
      `die Rechnung für das Upgrade von ${server} war am ${due} fällig. Wenn Sie sie bezahlt haben, starten Sie das Upgrade in Castellan. Wenn Sie das Upgrade nicht mehr wollen, stornieren Sie die Bestellung im Kundenbereich des Anbieters.`,
  },
  resized: {
    subject: 'Upgrade bestätigen oder zurücknehmen',
    text: ({ server }) =>
      `${server} hat die neue Größe. Prüfen Sie, ob alles funktioniert, und bestätigen Sie dann das Upgrade, oder nehmen Sie es zurück.`,
  },
  decision_soon: {
    subject: 'Über das Upgrade wird bald entschieden',
    text: ({ server }) =>
      `das Upgrade von ${server} wurde noch nicht bestätigt oder zurückgenommen. Innerhalb von drei Stunden tut Castellan, was im Voraus gewählt wurde.`,
  },
  stuck: {
    subject: 'Das Upgrade braucht Ihre Aufmerksamkeit',
    text: ({ server }) =>
      `das Upgrade von ${server} kommt seit einer Stunde nicht voran. Auf seiner Seite in Castellan steht, warum und was Sie tun können.`,
  },
};

/** The email for a reason that this version may not know any more. */
const mailText = (texts: ReminderTexts, after: string) => {
  const of = ({ reason }: Params) => texts[reason as ReminderReason] ?? texts.stuck;
  return {
    subject: (params: Params) => `${params.server}: ${of(params).subject}`,
    before: (params: Params) => [of(params).text(params)],
    after: [after],
  };
};

export const reminderTexts = {
  en: mailText(en, 'You get this email because you own this team, and have billing alerts turned on.'),
  de: mailText(de, 'Sie erhalten diese E-Mail als Inhaber des Teams, weil Hinweise zur Abrechnung eingeschaltet sind.'),
};
