// jayson 5, the JSON-RPC server that most Node projects use.
import jayson from 'jayson/promise/index.js';
import { report } from './report.mjs';

const HASH = '0'.repeat(64);

export async function start({ cert, key }) {
  const server = new jayson.Server({ getBlockHash: async () => HASH, getBestBlockHash: async () => HASH });
  const http = server.http().listen(0, '127.0.0.1');
  const https = server.https({ cert, key }).listen(0, '127.0.0.1');
  await Promise.all(
    [http, https].map((listening) => new Promise((resolve) => listening.once('listening', resolve))),
  );
  return {
    http: `http://127.0.0.1:${http.address().port}/`,
    https: `https://127.0.0.1:${https.address().port}/`,
  };
}

report(start);
