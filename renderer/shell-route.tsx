import { lazy } from 'react';
import { Shell } from './features/shell/shell.tsx';
import { SampleBanner } from './features/welcome/sample-banner.tsx';

const InviteDialog = lazy(async () => ({ default: (await import('./features/team/invite-dialog.tsx')).InviteDialog }));

/** The shell with parts from other features: a dialog that search can open, and the sample data banner. */
export const ShellRoute = () => <Shell inviteDialog={InviteDialog} notice={<SampleBanner />} />;
