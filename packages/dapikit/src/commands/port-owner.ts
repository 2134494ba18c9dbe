import { readdir, readFile, readlink } from 'node:fs/promises';
import { join } from 'node:path';

/** The state of a socket that listens. Source: `include/net/tcp_states.h` of Linux. */
const LISTENING = '0A';
const HEX = 16;
const PID = /^\d+$/;
const INODE_COLUMN = 9;

/** Returns the program that listens at a TCP port, such as `node (process 123)`; `undefined` where that cannot be found out. */
export async function portOwner(port: number): Promise<string | undefined> {
  try {
    const tables = await Promise.all(['tcp', 'tcp6'].map((name) => readFile(`/proc/net/${name}`, 'utf8')));
    const inodes = new Set(tables.flatMap((table) => listenersIn(table, port)));
    for (const pid of (await readdir('/proc')).filter((name) => PID.test(name))) {
      if (!(await hasSocket(pid, inodes))) continue;
      return `${(await readFile(`/proc/${pid}/comm`, 'utf8')).trim()} (process ${pid})`;
    }
  } catch {
    // There is no /proc, or the process is gone.
  }
  return undefined;
}

/** Returns the sockets of a table of /proc/net that listen at a port, as links in /proc name them. */
function listenersIn(table: string, port: number): string[] {
  return table.split('\n').flatMap((line) => {
    const columns = line.trim().split(/\s+/);
    const [, local = '', , state] = columns;
    const isListener = state === LISTENING && Number.parseInt(local.split(':')[1] ?? '', HEX) === port;
    return isListener ? [`socket:[${columns[INODE_COLUMN]}]`] : [];
  });
}

async function hasSocket(pid: string, inodes: ReadonlySet<string>): Promise<boolean> {
  try {
    const folder = `/proc/${pid}/fd`;
    const links = (await readdir(folder)).map(async (name) => readlink(join(folder, name)).catch(() => ''));
    return (await Promise.all(links)).some((link) => inodes.has(link));
  } catch {
    // A process of another user.
    return false;
  }
}
