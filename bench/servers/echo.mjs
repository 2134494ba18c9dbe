// The least that an HTTP server can do with a JSON-RPC call: read it, parse it, answer it. What everything is measured by.
import { createServer as createHttpServer } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { report } from './report.mjs';

const HASH = '0'.repeat(64);

function answer(request, response) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const call = JSON.parse(Buffer.concat(chunks).toString());
    const body = JSON.stringify(Array.isArray(call) ? call.map(echo) : echo(call));
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  });
}

function echo({ id }) {
  return { jsonrpc: '2.0', result: HASH, id };
}

export async function start({ cert, key }) {
  const http = createHttpServer(answer).listen(0, '127.0.0.1');
  const https = createHttpsServer({ cert, key }, answer).listen(0, '127.0.0.1');
  await Promise.all(
    [http, https].map((server) => new Promise((resolve) => server.once('listening', resolve))),
  );
  return {
    http: `http://127.0.0.1:${http.address().port}/`,
    https: `https://127.0.0.1:${https.address().port}/`,
  };
}

report(start);
