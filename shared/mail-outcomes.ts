/** Outcome of an attempt to deliver an email to the mail server. */
export const mailOutcomes = [
  'sent',
  'host_not_found',
  'unreachable',
  'connection_refused',
  'timed_out',
  'connection_lost',
  'not_a_mail_server',
  'tls_refused',
  'certificate_refused',
  'wrong_password',
  'sender_refused',
  'recipient_refused',
  'mail_refused',
] as const;
export type MailOutcome = (typeof mailOutcomes)[number];
