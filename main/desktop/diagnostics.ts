import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { release } from 'node:os';
import { basename, join } from 'node:path';
import { app, crashReporter, dialog } from 'electron';
import { type Zippable, zipSync } from 'fflate/browser';
import type { Clock } from '../platform/clock.ts';
import { toIso } from '../platform/clock.ts';
import type { Texts } from './texts.ts';

/** Writes a report of each crash to this computer, and never sends one. Call it before the app is ready. */
export const keepCrashReports = (): void =>
  crashReporter.start({ uploadToServer: false, productName: 'Castellan', ignoreSystemCrashHandler: false });

export interface DiagnosticsPlaces {
  logFile: string;
  olderLogFile: string;
  settingsFile: string;
}

const readIfThere = (file: string): Promise<Buffer | undefined> =>
  readFile(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });

/** The system determines the folder names of the crash reports. */
const crashReports = async (): Promise<string[]> => {
  const folder = app.getPath('crashDumps');
  // The folder exists only after a crash.
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith('.dmp'))
    .map((entry) => join(entry.parentPath, entry.name));
};

/**
 * Creates a ZIP archive with the versions, logs and settings of the desktop app, plus crash reports if requested. It
 * never contains the database, the keys or the saved sign-in. A crash report is a copy of memory, and may hold secrets.
 */
const collectDiagnostics = async (
  places: DiagnosticsPlaces,
  { withCrashReports }: { withCrashReports: boolean },
): Promise<Uint8Array> => {
  const reports = await crashReports();
  const about = {
    castellan: app.getVersion(),
    electron: process.versions.electron,
    chromium: process.versions.chrome,
    node: process.versions.node,
    system: `${process.platform} ${process.arch} ${release()}`,
    packaged: app.isPackaged,
    language: app.getLocale(),
    graphics: app.getGPUFeatureStatus(),
    crash_reports: reports.map((file) => basename(file)),
  };
  const files: Zippable = { 'about.json': Buffer.from(JSON.stringify(about, null, 2)) };
  for (const file of [places.logFile, places.olderLogFile, places.settingsFile]) {
    const content = await readIfThere(file);
    if (content) files[basename(file)] = content;
  }
  if (withCrashReports) for (const file of reports) files[`crashes/${basename(file)}`] = await readFile(file);
  return zipSync(files);
};

/** Asks what to include and where to save it. */
export const exportDiagnostics = async (places: DiagnosticsPlaces, texts: Texts, clock: Clock): Promise<void> => {
  const asked = await dialog.showMessageBox({
    type: 'info',
    message: texts.diagnostics,
    detail: texts.diagnosticsDetail,
    checkboxLabel: texts.includeCrashReports,
    checkboxChecked: false,
    buttons: [texts.save, texts.cancel],
    cancelId: 1,
    noLink: true,
  });
  if (asked.response !== 0) return;
  const name = `castellan-diagnostics-${toIso(clock.now()).slice(0, 10)}.zip`;
  const { canceled, filePath } = await dialog.showSaveDialog({ defaultPath: join(app.getPath('downloads'), name) });
  if (canceled || filePath === '') return;
  try {
    const archive = await collectDiagnostics(places, { withCrashReports: asked.checkboxChecked });
    // Rename once complete, so that no one picks up a partial archive.
    await writeFile(`${filePath}.part`, archive, { mode: 0o600 });
    await rename(`${filePath}.part`, filePath);
  } catch (error) {
    dialog.showErrorBox(texts.saveFailed, (error as Error).message);
    throw error;
  }
};
