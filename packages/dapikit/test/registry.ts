import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { spawnSync } from 'node:child_process';
import type { AddressInfo } from 'node:net';

/** A registry that passes requests on to npm's own, and has no package of ours. */
export interface Registry {
  readonly url: string;
  /** Names of ours that somebody asked for. */
  readonly asked: readonly string[];
  close(): Promise<void>;
}

const OURS = /^\/(?:@dapikit(?:\/|%2f).*|dapikit)(?:\/|$|\?)/i;

/** Starts a registry. */
export async function startRegistry(): Promise<Registry> {
  const upstream = spawnSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).stdout.trim();
  const asked: string[] = [];
  const server = createServer((request, response) => void answer(request, response));
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '/';
    if (OURS.test(path)) {
      asked.push(path);
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":"not found"}');
      return;
    }
    const accept = request.headers.accept ?? '*/*';
    try {
      const found = await fetch(new URL(path.slice(1), upstream), { headers: { accept } });
      const body = Buffer.from(await found.arrayBuffer());
      const type = found.headers.get('content-type') ?? 'application/json';
      response.writeHead(found.status, { 'content-type': type }).end(body);
    } catch {
      response.writeHead(502).end();
    }
  }
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it listens at a port
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    asked,
    close: () => new Promise((resolve) => void server.close(() => resolve())),
  };
}
