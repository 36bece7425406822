/** What an invitation email says before its button. The console shows it, too. */
interface InvitationTexts {
  /** @param inviter with their address @param role with its article where the language needs one */
  invited: (inviter: string, organization: string, role: string) => string;
  /** Unless the organization has a text of its own. */
  about: (organization: string) => string;
  accept: string;
  action: string;
}

export const invitationTexts: Readonly<Record<'en' | 'de', InvitationTexts>> = {
  en: {
    invited: (inviter, organization, role) => `${inviter} invited you to join ${organization} as ${role}.`,
    about: (organization) => `Castellan is where ${organization} manages its people, workspaces and servers.`,
    accept: 'To accept, choose a password.',
    action: 'Accept invitation',
  },
  de: {
    invited: (inviter, organization, role) =>
      `${inviter} hat Sie eingeladen, der Organisation ${organization} als ${role} beizutreten.`,
    about: (organization) => `In Castellan verwaltet ${organization} Personen, Arbeitsbereiche und Server.`,
    accept: 'Um die Einladung anzunehmen, wählen Sie ein Passwort.',
    action: 'Einladung annehmen',
  },
};
