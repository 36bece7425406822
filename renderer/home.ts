/** What a person sees first after signing in, as one part: each part that a page loads is a request. */
export { DashboardPage, loadDashboard } from './features/dashboard/dashboard-page.tsx';
export { Shell } from './features/shell/shell.tsx';
export { SampleBanner } from './features/welcome/sample-banner.tsx';
