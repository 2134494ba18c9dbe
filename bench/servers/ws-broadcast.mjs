// A bare ws server that tells each client of a block as its documentation shows, one send a client.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { join } from 'node:path';
import { WebSocketServer } from 'ws';
import { report } from './report.mjs';

const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false });
sockets.on('connection', (socket) => {
  socket.on('message', (text) => {
    const { id } = JSON.parse(text);
    socket.send(JSON.stringify({ jsonrpc: '2.0', result: 1, id }));
  });
});

async function start({ stateDirectory }) {
  const read = (file) => readFileSync(join(stateDirectory, 'tls', file));
  const plain = await listening(createServer());
  const encrypted = await listening(createTlsServer({ cert: read('cert.pem'), key: read('key.pem') }));
  return { http: `http://127.0.0.1:${plain}/`, https: `https://127.0.0.1:${encrypted}/` };
}

async function listening(server) {
  server.on('upgrade', (request, socket, head) => {
    sockets.handleUpgrade(request, socket, head, (client) => sockets.emit('connection', client, request));
  });
  server.listen(0, '127.0.0.1', 8192);
  await once(server, 'listening');
  return server.address().port;
}

let height = 520;
report(start, {
  mine: () => {
    const told = String(process.hrtime.bigint());
    height += 1;
    const result = { event: 'connected', hash: height.toString(16).padStart(64, '0'), height };
    for (const socket of sockets.clients) {
      const params = { subscription: 1, result };
      socket.send(JSON.stringify({ jsonrpc: '2.0', method: 'subscribeToBlocks', params }));
    }
    return { told };
  },
});
