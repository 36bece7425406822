import type { TextsOf } from './mail-text.ts';

type Texts = TextsOf<'event_destination_disabled'>['event_destination_disabled'];

/** The email that says that a destination of events was turned off. */
export const destinationTexts: { readonly en: Texts; readonly de: Texts } = {
  en: {
    subject: ({ destination }) => `Castellan no longer sends events to ${destination}`,
    before: ({ destination, host, tenant_name, reason }) => [
      reason === 'gone'
        ? `${destination} (${host}) answered that its address no longer exists, so Castellan stopped sending it the events of ${tenant_name}.`
        : `${destination} (${host}) has accepted none of the events of ${tenant_name} for three days, so Castellan stopped sending them.`,
      'Nothing is lost: once you turn it on again, it gets what has happened since.',
    ],
    action: 'Open the destination',
    after: [],
    why: ({ tenant_name }) => `You’re getting this email because you’re an owner of ${tenant_name}.`,
  },
  de: {
    subject: ({ destination }) => `Castellan sendet keine Ereignisse mehr an ${destination}`,
    before: ({ destination, host, tenant_name, reason }) => [
      reason === 'gone'
        ? `${destination} (${host}) hat geantwortet, dass es die Adresse nicht mehr gibt. Castellan sendet die Ereignisse von ${tenant_name} deshalb nicht mehr dorthin.`
        : `${destination} (${host}) hat seit drei Tagen keine Ereignisse von ${tenant_name} angenommen. Castellan sendet sie deshalb nicht mehr dorthin.`,
      'Es geht nichts verloren: Wenn Sie das Ziel wieder einschalten, erhält es, was seitdem geschehen ist.',
    ],
    action: 'Ziel öffnen',
    after: [],
    why: ({ tenant_name }) => `Sie erhalten diese E-Mail, weil Sie Inhaber von ${tenant_name} sind.`,
  },
};
