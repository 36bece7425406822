/** How an attempt to deliver an event went. `removed`: the event is no longer in the audit log. */
export const deliveryOutcomes = [
  'delivered',
  'refused',
  'gone',
  'redirected',
  'timeout',
  'certificate',
  'network',
  'address_refused',
  'removed',
  'proxy',
] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];
