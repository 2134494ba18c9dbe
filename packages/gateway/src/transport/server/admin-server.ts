import { once } from 'node:events';
import { createServer } from 'node:http';
import type { ReadRate } from '../../settings/settings.js';
import type { RequestListener } from './request-listener.js';
import { cutSlowReaders } from './slow-readers.js';

/** Describes the address for operators, while it is served. */
export interface AdminServer {
  /** Such as `http://127.0.0.1:9090/`. */
  readonly url: string;
  /** Takes no more connections, and resolves when the requests in flight are answered. */
  close(): Promise<void>;
  /** Cuts every connection. */
  cut(): void;
}

/**
 * Serves plain HTTP to operators, apart from callers.
 * @param address port 0 picks a free one
 * @param readRate what clients must read at least; may give something else in time
 * @throws {NodeJS.ErrnoException} such as `EADDRINUSE`, when the address cannot be listened on.
 */
export async function startAdminServer(
  address: { readonly host: string; readonly port: number },
  serve: RequestListener['serve'],
  readRate: () => ReadRate,
): Promise<AdminServer> {
  const server = createServer({ requireHostHeader: false }, (request, response) =>
    serve(request, response, false),
  );
  server.on('checkContinue', (request, response) => serve(request, response, true));
  // An expectation that is not known is ignored.
  server.on('checkExpectation', (request, response) => serve(request, response, false));
  // The listener counts headers; Node would drop those beyond the thousandth without a word.
  server.maxHeadersCount = 0;
  server.listen(address.port, address.host);
  await once(server, 'listening');
  const stopCutting = cutSlowReaders(server, readRate);
  const listening = server.address();
  const port = listening === null || typeof listening === 'string' ? address.port : listening.port;
  const host = address.host.includes(':') ? `[${address.host}]` : address.host;
  return {
    url: `http://${host}:${port}/`,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      await closed;
      stopCutting();
    },
    cut: () => server.closeAllConnections(),
  };
}
