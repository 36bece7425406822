import type { Notices } from './notice.ts';
import { de, en } from './words.ts';

const opened = {
  en: (count: string) => (count === '1' ? 'one workspace' : `${count} workspaces`),
  de: (count: string) => (count === '1' ? 'einen Arbeitsbereich' : `${count} Arbeitsbereiche`),
};

/** News about members and what they may open. Email notifications are the switch for them. */
export const memberNotices = {
  invitation_accepted: {
    about: 'news',
    page: '/dashboard/team',
    undoes: false,
    en: {
      subject: ({ member_name, tenant_name }) => `${member_name} joined ${tenant_name}`,
      before: ({ member_name, member_email, tenant_name, role }) => [
        `${member_name} (${member_email}) accepted your invitation and is now ${role} of ${tenant_name}.`,
      ],
      action: 'Open the team page',
      after: [],
    },
    de: {
      subject: ({ member_name, tenant_name }) => `${member_name} ist jetzt bei ${tenant_name}`,
      before: ({ member_name, member_email, tenant_name, role }) => [
        `${member_name} (${member_email}) hat Ihre Einladung angenommen und ist jetzt ${role} von ${tenant_name}.`,
      ],
      action: 'Teamseite öffnen',
      after: [],
    },
  },
  member_left: {
    about: 'news',
    page: '/dashboard/team',
    undoes: false,
    en: {
      subject: ({ member_name, tenant_name }) => `${member_name} is leaving ${tenant_name}`,
      before: ({ member_name, member_email, tenant_name, due }) => [
        `${member_name} (${member_email}) asked to delete their account at ${tenant_name}. They were signed out everywhere, and the account will be deleted on ${due}.`,
        'Until then, they can sign in to restore it, and so can you from their page.',
      ],
      action: 'Open the team page',
      after: [],
    },
    de: {
      subject: ({ member_name, tenant_name }) => `${member_name} verlässt ${tenant_name}`,
      before: ({ member_name, member_email, tenant_name, due }) => [
        `${member_name} (${member_email}) löscht das eigene Konto bei ${tenant_name} und wurde überall abgemeldet. Das Konto wird am ${due} gelöscht.`,
        'Bis dahin lässt es sich wiederherstellen: durch eine Anmeldung oder von Ihnen auf der Seite des Mitglieds.',
      ],
      action: 'Teamseite öffnen',
      after: [],
    },
  },
  workspace_access_given: {
    about: 'news',
    page: '/dashboard/workspaces',
    undoes: false,
    en: {
      subject: ({ workspace_name }) => `Your access to ${workspace_name}`,
      before: ({ workspace_name, tenant_name, role }) => [
        `You’re now ${role} of the workspace ${workspace_name} at ${tenant_name}.`,
      ],
      action: 'Open your workspaces',
      after: [],
    },
    de: {
      subject: ({ workspace_name }) => `Ihr Zugriff auf ${workspace_name}`,
      before: ({ workspace_name, tenant_name, role }) => [
        `Sie sind jetzt ${role} im Arbeitsbereich ${workspace_name} von ${tenant_name}.`,
      ],
      action: 'Arbeitsbereiche öffnen',
      after: [],
    },
  },
  workspace_access_removed: {
    about: 'news',
    page: '/dashboard/workspaces',
    undoes: false,
    en: {
      subject: ({ workspace_name }) => `You were removed from ${workspace_name}`,
      before: ({ workspace_name, tenant_name }) => [
        `You were removed from the workspace ${workspace_name} of ${tenant_name}. You stay a member of ${tenant_name}.`,
        en.ask,
      ],
      action: 'Open your workspaces',
      after: [],
    },
    de: {
      subject: ({ workspace_name }) => `Sie wurden aus ${workspace_name} entfernt`,
      before: ({ workspace_name, tenant_name }) => [
        `Sie wurden aus dem Arbeitsbereich ${workspace_name} von ${tenant_name} entfernt. Sie bleiben Mitglied von ${tenant_name}.`,
        de.ask,
      ],
      action: 'Arbeitsbereiche öffnen',
      after: [],
    },
  },
  custom_role_given: {
    about: 'news',
    page: '/dashboard/team?tab=roles',
    undoes: false,
    en: {
      subject: ({ custom_role }) => `You now have the role ${custom_role}`,
      before: ({ custom_role, tenant_name }) => [
        `You now have the role ${custom_role} at ${tenant_name}, in addition to what you could do before.`,
      ],
      action: 'See what it allows',
      after: [],
    },
    de: {
      subject: ({ custom_role }) => `Sie haben jetzt die Rolle ${custom_role}`,
      before: ({ custom_role, tenant_name }) => [
        `Sie haben jetzt bei ${tenant_name} zusätzlich die Rolle ${custom_role}. Was Sie bisher durften, dürfen Sie weiterhin.`,
      ],
      action: 'Berechtigungen der Rolle ansehen',
      after: [],
    },
  },
  custom_role_taken: {
    about: 'news',
    page: '/dashboard/team?tab=roles',
    undoes: false,
    en: {
      subject: ({ custom_role }) => `You no longer have the role ${custom_role}`,
      before: ({ custom_role, tenant_name }) => [
        `You no longer have the role ${custom_role} at ${tenant_name}. You can’t do what only this role allowed.`,
        en.ask,
      ],
      action: 'See all roles',
      after: [],
    },
    de: {
      subject: ({ custom_role }) => `Sie haben die Rolle ${custom_role} nicht mehr`,
      before: ({ custom_role, tenant_name }) => [
        `Sie haben die Rolle ${custom_role} bei ${tenant_name} nicht mehr. Was nur diese Rolle erlaubt hat, dürfen Sie nicht mehr.`,
        de.ask,
      ],
      action: 'Alle Rollen ansehen',
      after: [],
    },
  },
  group_joined: {
    about: 'news',
    page: '/dashboard/workspaces',
    undoes: false,
    en: {
      subject: ({ group_name }) => `You were added to the group ${group_name}`,
      before: ({ group_name, tenant_name, workspaces }) => [
        `You were added to the group ${group_name} of ${tenant_name}. Its members can open ${opened.en(workspaces)}.`,
      ],
      action: 'Open your workspaces',
      after: [],
    },
    de: {
      subject: ({ group_name }) => `Sie gehören jetzt zur Gruppe ${group_name}`,
      before: ({ group_name, tenant_name, workspaces }) => [
        `Sie gehören jetzt zur Gruppe ${group_name} von ${tenant_name}. Ihre Mitglieder können ${opened.de(workspaces)} öffnen.`,
      ],
      action: 'Arbeitsbereiche öffnen',
      after: [],
    },
  },
  group_left: {
    about: 'news',
    page: '/dashboard/workspaces',
    undoes: false,
    en: {
      subject: ({ group_name }) => `You were removed from the group ${group_name}`,
      before: ({ group_name, tenant_name, workspaces }) => [
        `You were removed from the group ${group_name} of ${tenant_name}. Its members can open ${opened.en(workspaces)}. You’ve lost access to what only this group opened for you.`,
        en.ask,
      ],
      action: 'Open your workspaces',
      after: [],
    },
    de: {
      subject: ({ group_name }) => `Sie gehören nicht mehr zur Gruppe ${group_name}`,
      before: ({ group_name, tenant_name, workspaces }) => [
        `Sie wurden aus der Gruppe ${group_name} von ${tenant_name} entfernt. Ihre Mitglieder können ${opened.de(workspaces)} öffnen. Auf das, was Ihnen nur diese Gruppe geöffnet hat, haben Sie keinen Zugriff mehr.`,
        de.ask,
      ],
      action: 'Arbeitsbereiche öffnen',
      after: [],
    },
  },
} as const satisfies Notices;
