import { StartError } from './start-error.ts';

/** The first descriptor that systemd passes, see sd_listen_fds(3). */
const firstPassed = 3;

/**
 * The file descriptor of the socket that systemd has opened for this process (socket activation), if there is one.
 * @throws StartError if there are several
 */
export const inheritedSocket = (
  { LISTEN_PID, LISTEN_FDS }: Readonly<Record<string, string | undefined>>,
  pid: number,
): number | undefined => {
  // Processes that ours starts inherit the variables, but not the sockets.
  if (LISTEN_PID !== `${pid}` || LISTEN_FDS === undefined || LISTEN_FDS === '0') return undefined;
  if (LISTEN_FDS === '1') return firstPassed;
  throw new StartError(`systemd passes ${LISTEN_FDS} sockets, but Castellan listens on one. Keep one ListenStream=`);
};
