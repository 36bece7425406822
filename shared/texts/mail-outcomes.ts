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

/** Why an email was not sent. What the mail server said is only in the log: a stranger's team may see the outbox. */
export const mailProblems = [
  ...mailOutcomes.filter((outcome) => outcome !== 'sent'),
  /** Its link is no longer valid. */
  'link_invalid',
  /** It was left in the outbox when the mail server was set. */
  'left_in_outbox',
  /** It was queued before a backup was restored, so it may have been sent already. */
  'before_restore',
  /** Held until its sender proves their address. */
  'sender_unverified',
  /** Any other reason, such as a fault of ours. */
  'not_sent',
] as const;
export type MailProblem = (typeof mailProblems)[number];

/** What went wrong, apart from what an email waits for. */
export type MailFailure = Exclude<MailProblem, 'sender_unverified'>;
