import type { Server, Socket } from 'node:net';
import { addressGroup, plainAddress } from './address-group.js';

/** Closes connections as they come while their address has `max()` open. Both functions may return something else in time. */
export function limitConnectionsPerAddress(
  server: Server,
  max: () => number,
  isExempt: (address: string) => boolean,
): void {
  const open = new Map<string, number>();
  server.on('connection', (socket: Socket) => {
    const address = plainAddress(socket.remoteAddress ?? '');
    if (address === undefined || isExempt(address)) return;
    const group = addressGroup(address);
    const count = open.get(group) ?? 0;
    if (count >= max()) {
      socket.destroy();
      return;
    }
    open.set(group, count + 1);
    socket.on('close', () => {
      const left = (open.get(group) ?? 1) - 1;
      if (left === 0) open.delete(group);
      else open.set(group, left);
    });
  });
}
