import type { ReminderReason } from '#shared/flows/upgrade-reminders.ts';
import type { TextValues } from './kind-values.ts';
import type { ReasonedText } from './mail-text.ts';

type Values = TextValues<'upgrade_reminder'>;
type ReminderTexts = Record<ReminderReason, { subject: string; text: (params: Values) => string }>;

const en: ReminderTexts = {
  invoice_due: {
    subject: 'the invoice is due soon',
    text: ({ server, due }) =>
      `The invoice for the upgrade of ${server} is due on ${due}. If you haven’t paid it yet, pay it in the provider’s client area. Then start the upgrade in Castellan.`,
  },
  invoice_overdue: {
    subject: 'the invoice is past its due date',
    text: ({ server, due }) =>
      `The invoice for the upgrade of ${server} was due on ${due}. If you have paid it, start the upgrade in Castellan. If you no longer want the upgrade, cancel the order in the provider’s client area.`,
  },
  change_invoice: {
    subject: 'the provider shows an invoice',
    text: ({ server }) =>
      `Since a change of ${server}, the provider shows an invoice that it didn’t show at first. Its page in Castellan has the amount. If you haven’t paid it yet, pay it in the provider’s client area.`,
  },
  change_invoice_due: {
    subject: 'the invoice is due soon',
    text: ({ server, due }) =>
      `Since a change of ${server}, the provider shows an invoice that is due on ${due}. If you haven’t paid it yet, pay it in the provider’s client area. Castellan isn’t told of payments.`,
  },
  change_invoice_overdue: {
    subject: 'the invoice is past its due date',
    text: ({ server, due }) =>
      `Since a change of ${server}, the provider shows an invoice that was due on ${due}. Check in the provider’s client area that it’s paid. Castellan isn’t told of payments.`,
  },
  resized: {
    subject: 'confirm or revert the upgrade',
    text: ({ server }) =>
      `The provider shows ${server} as resized. Check that everything works, then confirm or revert the upgrade.`,
  },
  decision_soon: {
    subject: 'the upgrade will be decided soon',
    text: ({ server }) =>
      `No one has confirmed or reverted the upgrade of ${server}. Within three hours, Castellan does what was chosen in advance.`,
  },
  stuck: {
    subject: 'the upgrade is stuck',
    text: ({ server }) =>
      `The upgrade of ${server} has made no progress for an hour. Its page in Castellan says why and what you can do.`,
  },
  left_off: {
    subject: 'the server is off',
    text: ({ server }) =>
      `${server} is off, and couldn’t be turned on. Castellan tries again every two minutes. If it can’t wait, turn it on in the provider’s console.`,
  },
  not_done: {
    subject: 'the last request wasn’t carried out',
    text: ({ server }) =>
      `The last request about the upgrade of ${server} took long, and then wasn’t carried out: it was no longer possible, or Castellan ended before it was sent. Check the upgrade in Castellan, and try again.`,
  },
  undecided: {
    subject: 'no one has decided about the upgrade',
    text: ({ server, deadline }) =>
      `No one has confirmed or reverted the upgrade of ${server}, or chosen in advance what should happen. Castellan decides neither without you. Confirm or revert it by ${deadline}: the provider may decide afterward, but doesn’t say so. You’ll get this email every day until someone decides.`,
  },
  queue_stopped: {
    subject: 'upgrades of several servers have stopped',
    text: ({ server }) =>
      `The upgrades of several servers have stopped at ${server}. Nothing more is ordered, started or confirmed until you continue. The page of these upgrades in Castellan says what happened.`,
  },
  window_started: {
    subject: 'the upgrade has started as planned',
    text: ({ server, window }) =>
      `Castellan has started the upgrade of ${server} in the planned window, ${window}. Once the server has its new size, confirm or revert the upgrade.`,
  },
  window_unpaid: {
    subject: 'the planned upgrade is waiting for payment',
    text: ({ server, window }) =>
      `The planned window for the upgrade of ${server}, ${window}, is open, but the invoice isn’t paid. If you pay it before the window closes, the upgrade starts. Otherwise, Castellan tries again in the next window.`,
  },
  window_differs: {
    subject: 'the invoice of the planned upgrade has changed',
    text: ({ server, window }) =>
      `The upgrade of ${server} hasn’t started in the planned window, ${window}, because the invoice isn’t for the amount you agreed to. Check it in Castellan. If you accept the new amount, plan the start again.`,
  },
  window_unapproved: {
    subject: 'the planned upgrade needs another owner’s agreement',
    text: ({ server, window }) =>
      `The upgrade of ${server} hasn’t started in the planned window, ${window}, because it costs more than one owner may decide alone, and no other owner has agreed, or their agreement has ended. Ask for it in Castellan. The upgrade then starts in the next window.`,
  },
  window_refused: {
    subject: 'the provider rejected the start of the planned upgrade',
    text: ({ server, window }) =>
      `The provider rejected the start of the upgrade of ${server} in the planned window, ${window}, or couldn’t be reached. The page of the upgrade in Castellan says why. The invoice may not be paid yet. Castellan tries again while the window is open, and in the next window.`,
  },
  window_unclear: {
    subject: 'the planned upgrade didn’t start',
    text: ({ server }) =>
      `Castellan asked the provider to start the upgrade of ${server}, but nothing changed on the server. To keep anything from starting unexpectedly, Castellan doesn’t try again on its own. Check the upgrade in Castellan, then start it or plan it again.`,
  },
  window_dropped: {
    subject: 'the order of the planned upgrade was replaced',
    text: ({ server }) =>
      `The provider shows a different order for ${server} than the one you planned the start for, so the planned start was canceled. Check the order in Castellan, then start the upgrade or plan it again.`,
  },
};

const de: ReminderTexts = {
  invoice_due: {
    subject: 'Die Rechnung ist bald fällig',
    text: ({ server, due }) =>
      `die Rechnung für das Upgrade von ${server} ist am ${due} fällig. Wenn sie noch offen ist, bezahlen Sie sie im Kundenbereich des Anbieters. Starten Sie dann das Upgrade in Castellan.`,
  },
  invoice_overdue: {
    subject: 'Das Fälligkeitsdatum der Rechnung ist vorbei',
    text: ({ server, due }) =>
      `die Rechnung für das Upgrade von ${server} war am ${due} fällig. Wenn Sie sie bezahlt haben, starten Sie das Upgrade in Castellan. Wenn Sie das Upgrade nicht mehr wollen, stornieren Sie die Bestellung im Kundenbereich des Anbieters.`,
  },
  change_invoice: {
    subject: 'Der Anbieter zeigt eine Rechnung',
    text: ({ server }) =>
      `seit einer Änderung an ${server} zeigt der Anbieter eine Rechnung, die er zunächst nicht zeigte. Den Betrag finden Sie auf der Seite des Servers in Castellan. Wenn sie noch offen ist, bezahlen Sie sie im Kundenbereich des Anbieters.`,
  },
  change_invoice_due: {
    subject: 'Die Rechnung ist bald fällig',
    text: ({ server, due }) =>
      `seit einer Änderung an ${server} zeigt der Anbieter eine Rechnung, die am ${due} fällig ist. Wenn sie noch offen ist, bezahlen Sie sie im Kundenbereich des Anbieters. Castellan erfährt nichts von Zahlungen.`,
  },
  change_invoice_overdue: {
    subject: 'Das Fälligkeitsdatum der Rechnung ist vorbei',
    text: ({ server, due }) =>
      `seit einer Änderung an ${server} zeigt der Anbieter eine Rechnung, die am ${due} fällig war. Prüfen Sie im Kundenbereich des Anbieters, ob sie bezahlt ist. Castellan erfährt nichts von Zahlungen.`,
  },
  resized: {
    subject: 'Upgrade bestätigen oder zurücknehmen',
    text: ({ server }) =>
      `der Anbieter zeigt ${server} mit geänderter Größe. Prüfen Sie, ob alles funktioniert, und bestätigen Sie dann das Upgrade oder nehmen Sie es zurück.`,
  },
  decision_soon: {
    subject: 'Über das Upgrade wird bald entschieden',
    text: ({ server }) =>
      `das Upgrade von ${server} wurde noch nicht bestätigt oder zurückgenommen. Innerhalb von drei Stunden tut Castellan, was vorab gewählt wurde.`,
  },
  stuck: {
    subject: 'Das Upgrade kommt nicht voran',
    text: ({ server }) =>
      `das Upgrade von ${server} kommt seit einer Stunde nicht voran. Auf seiner Seite in Castellan steht, warum und was Sie tun können.`,
  },
  left_off: {
    subject: 'Der Server ist aus',
    text: ({ server }) =>
      `${server} ist aus und ließ sich nicht einschalten. Castellan versucht es alle zwei Minuten erneut. Wenn es nicht warten kann, schalten Sie ihn in der Konsole des Anbieters ein.`,
  },
  not_done: {
    subject: 'Die letzte Anfrage wurde nicht ausgeführt',
    text: ({ server }) =>
      `die letzte Anfrage zum Upgrade von ${server} hat lange gedauert und wurde dann nicht ausgeführt: Sie war nicht mehr möglich, oder Castellan endete, bevor sie gesendet war. Prüfen Sie das Upgrade in Castellan, und versuchen Sie es erneut.`,
  },
  undecided: {
    subject: 'Über das Upgrade hat niemand entschieden',
    text: ({ server, deadline }) =>
      `das Upgrade von ${server} wurde weder bestätigt noch zurückgenommen, und niemand hat vorab gewählt, was geschehen soll. Castellan entscheidet das nicht ohne Sie. Bestätigen Sie das Upgrade bis ${deadline} oder nehmen Sie es zurück: Danach entscheidet vielleicht der Anbieter, der dazu aber nichts sagt. Sie erhalten diese E-Mail täglich, bis jemand entscheidet.`,
  },
  queue_stopped: {
    subject: 'Upgrades mehrerer Server angehalten',
    text: ({ server }) =>
      `die Upgrades mehrerer Server sind bei ${server} angehalten. Es wird nichts mehr bestellt, gestartet oder bestätigt, bis Sie sie fortsetzen. Was geschehen ist, steht in Castellan auf der Seite dieser Upgrades.`,
  },
  window_started: {
    subject: 'Das Upgrade hat wie geplant begonnen',
    text: ({ server, window }) =>
      `Castellan hat das Upgrade von ${server} im geplanten Zeitfenster ${window} gestartet. Sobald der Server die neue Größe hat, bestätigen Sie das Upgrade oder nehmen Sie es zurück.`,
  },
  window_unpaid: {
    subject: 'Das geplante Upgrade wartet auf die Zahlung',
    text: ({ server, window }) =>
      `das geplante Zeitfenster für das Upgrade von ${server}, ${window}, ist offen, aber die Rechnung ist nicht bezahlt. Wenn Sie sie bezahlen, bevor das Zeitfenster endet, beginnt das Upgrade. Sonst versucht Castellan es im nächsten Zeitfenster erneut.`,
  },
  window_differs: {
    subject: 'Die Rechnung des geplanten Upgrades hat sich geändert',
    text: ({ server, window }) =>
      `das Upgrade von ${server} hat im geplanten Zeitfenster ${window} nicht begonnen, weil die Rechnung nicht über den vereinbarten Betrag lautet. Prüfen Sie sie in Castellan. Wenn Sie einverstanden sind, planen Sie den Start neu.`,
  },
  window_unapproved: {
    subject: 'Dem geplanten Upgrade muss noch jemand zustimmen',
    text: ({ server, window }) =>
      `das Upgrade von ${server} hat im geplanten Zeitfenster ${window} nicht begonnen, weil es mehr kostet, als ein Inhaber allein entscheiden darf, und kein anderer Inhaber zugestimmt hat oder die Zustimmung nicht mehr gilt. Bitten Sie in Castellan darum. Das Upgrade beginnt dann im nächsten Zeitfenster.`,
  },
  window_refused: {
    subject: 'Der Anbieter hat den Start des geplanten Upgrades abgelehnt',
    text: ({ server, window }) =>
      `der Anbieter hat es abgelehnt, das Upgrade von ${server} im geplanten Zeitfenster ${window} zu starten, oder war nicht erreichbar. Auf der Seite des Upgrades in Castellan steht, warum. Vielleicht ist die Rechnung noch nicht bezahlt. Castellan versucht es erneut, solange das Zeitfenster offen ist, und im nächsten.`,
  },
  window_unclear: {
    subject: 'Das geplante Upgrade hat nicht begonnen',
    text: ({ server }) =>
      `Castellan hat den Anbieter gebeten, das Upgrade von ${server} zu starten, aber am Server hat sich nichts geändert. Damit nichts unerwartet beginnt, versucht Castellan es nicht von selbst erneut. Prüfen Sie das Upgrade in Castellan, und starten oder planen Sie es neu.`,
  },
  window_dropped: {
    subject: 'Die Bestellung des geplanten Upgrades wurde ersetzt',
    text: ({ server }) =>
      `der Anbieter zeigt für ${server} eine andere Bestellung als die geplante. Der geplante Start ist deshalb aufgehoben. Prüfen Sie die Bestellung in Castellan, und starten oder planen Sie das Upgrade neu.`,
  },
};

/** The email for a reason that this version may not know any more. */
const mailText = (
  texts: ReminderTexts,
  rest: Pick<ReasonedText<'upgrade_reminder'>, 'action' | 'why'>,
): ReasonedText<'upgrade_reminder'> => {
  const of = ({ reason }: Values) => texts[reason as ReminderReason] ?? texts.stuck;
  return {
    subject: (params) => `${params.server}: ${of(params).subject}`,
    before: (params) => [of(params).text(params)],
    after: [],
    ...rest,
  };
};

export const reminderTexts = {
  en: mailText(en, {
    action: 'Open the upgrade',
    why: ({ tenant_name }) =>
      `You’re getting this email because you’re an owner of ${tenant_name} and have billing alerts turned on.`,
  }),
  de: mailText(de, {
    action: 'Upgrade öffnen',
    why: ({ tenant_name }) =>
      `Sie erhalten diese E-Mail, weil Sie Inhaber von ${tenant_name} sind und Hinweise zur Abrechnung eingeschaltet haben.`,
  }),
};
