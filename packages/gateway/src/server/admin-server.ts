import { once } from 'node:events';
import { createServer } from 'node:http';
import type { RequestListener } from './request-listener.js';

/** The address for operators, while it is served. */
export interface AdminServer {
  /** Such as `http://127.0.0.1:9090/`. */
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Serves plain HTTP to operators, apart from callers.
 * @param address port 0 picks a free one
 * @throws {NodeJS.ErrnoException} such as `EADDRINUSE`, when the address cannot be listened on.
 */
export async function startAdminServer(
  address: { readonly host: string; readonly port: number },
  serve: RequestListener['serve'],
): Promise<AdminServer> {
  const server = createServer({ requireHostHeader: false }, (request, response) =>
    serve(request, response, false),
  );
  server.listen(address.port, address.host);
  await once(server, 'listening');
  const listening = server.address();
  const port = listening === null || typeof listening === 'string' ? address.port : listening.port;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return {
    url: `http://${host}:${port}/`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
