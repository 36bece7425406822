import type { SessionBus } from './session-bus.ts';

interface Reference {
  program: string;
  path: string;
}

/** Numbers of AT-SPI. */
const documentRole = 95;
const headingRole = 83;

/** Prints what it is answered, letters outside of ASCII included. */
const gdbus = ['env', 'LC_ALL=C.UTF-8', 'gdbus', 'call'] as const;

const accessible = 'org.a11y.atspi.Accessible';
const toBus = ['--dest', 'org.a11y.Bus', '--object-path', '/org/a11y/bus'];

/** Where assistive programs and those that they read meet. */
const addressOf = async (session: SessionBus): Promise<string> => {
  const answer = await session.run(...gdbus, '--session', ...toBus, '--method', 'org.a11y.Bus.GetAddress');
  return /'(.+)'/.exec(answer)?.[1] ?? '';
};

/** Tells the session that there is a screen reader, as one does when it starts. */
export const startScreenReader = async (session: SessionBus): Promise<void> => {
  await addressOf(session);
  const set = ['--method', 'org.freedesktop.DBus.Properties.Set', 'org.a11y.Status'];
  for (const name of ['IsEnabled', 'ScreenReaderEnabled'])
    await session.run(...gdbus, '--session', ...toBus, ...set, name, '<true>');
};

/** The first heading of each document that a screen reader can read, through the bus of assistive programs. */
export const readDocuments = async (session: SessionBus): Promise<string[]> => {
  const address = await addressOf(session);
  const ask = ({ program, path }: Reference, method: string, ...args: string[]): Promise<string> => {
    const place = ['--address', address, '--dest', program, '--object-path', path];
    return session.run(...gdbus, ...place, '--method', method, ...args);
  };
  const roleOf = async (node: Reference) => Number(/uint32 (\d+)/.exec(await ask(node, `${accessible}.GetRole`))?.[1]);
  const childrenOf = async (node: Reference): Promise<Reference[]> =>
    [...(await ask(node, `${accessible}.GetChildren`)).matchAll(/\('([^']+)', (?:objectpath )?'([^']+)'\)/g)]
      .map(([, program = '', path = '']) => ({ program, path }))
      // What assistive programs get for what isn't there.
      .filter(({ path }) => !path.endsWith('/null'));
  const nameOf = async (node: Reference): Promise<string> => {
    const answer = await ask(node, 'org.freedesktop.DBus.Properties.Get', accessible, 'Name');
    return /<(['"])(.*)\1>/s.exec(answer)?.[2] ?? '';
  };
  const headingIn = async (node: Reference): Promise<string | undefined> => {
    if ((await roleOf(node)) === headingRole) return nameOf(node);
    for (const child of await childrenOf(node)) {
      const heading = await headingIn(child);
      if (heading !== undefined) return heading;
    }
    return undefined;
  };
  const documentsIn = async (node: Reference): Promise<string[]> => {
    if ((await roleOf(node)) === documentRole) return [(await headingIn(node)) ?? ''];
    const documents: string[] = [];
    for (const child of await childrenOf(node)) documents.push(...(await documentsIn(child)));
    return documents;
  };
  return documentsIn({ program: 'org.a11y.atspi.Registry', path: '/org/a11y/atspi/accessible/root' });
};
