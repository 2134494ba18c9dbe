import { once } from 'node:events';
import { createServer, type Server as Acceptor } from 'node:net';

/**
 * Listens at a further port: its connections are served as those of `acceptor`.
 * @throws {NodeJS.ErrnoException} (it rejects) such as `EADDRINUSE`
 */
export async function listenAtFurtherPort(acceptor: Acceptor, port: number, host: string): Promise<Acceptor> {
  const further = createServer({ noDelay: true }, (socket) => acceptor.emit('connection', socket));
  further.maxConnections = acceptor.maxConnections;
  further.listen(port, host);
  await once(further, 'listening');
  return further;
}
