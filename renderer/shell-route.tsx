import { lazy } from 'react';
import { Shell } from './features/dashboard/shell.tsx';
import { SampleBanner } from './features/welcome/sample-banner.tsx';

const InviteDialog = lazy(async () => ({ default: (await import('./features/team/invite-dialog.tsx')).InviteDialog }));

/** The shell with what other features lend it: a dialog that can be searched for, and a word on sample data. */
export const ShellRoute = () => <Shell inviteDialog={InviteDialog} notice={<SampleBanner />} />;
