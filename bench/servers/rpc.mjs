// A Dash Core node's RPC server, as far as a client that follows a chain of one block asks it.
import { createServer } from 'node:http';
import { report } from './report.mjs';

const HASH = '0'.repeat(64);
const ANSWERS = {
  getbestblockhash: { result: HASH },
  getblockhash: { result: HASH },
  getblockheader: { result: { hash: HASH, height: 1_000, chainwork: HASH } },
  getblockchaininfo: {
    result: {
      chain: 'main',
      blocks: 1_000,
      headers: 1_000,
      bestblockhash: HASH,
      difficulty: 1,
      mediantime: 1,
      initialblockdownload: false,
    },
  },
  getnetworkinfo: { result: { subversion: '/Dash Core:23.1.2/', connections: 8 } },
  getbestchainlock: {
    result: { blockhash: HASH, height: 1_000, signature: '0'.repeat(192), known_block: true },
  },
};

function answer(request, response) {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const { id, method } = JSON.parse(Buffer.concat(chunks).toString());
    const known = ANSWERS[method];
    response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
    const error = { code: -32601, message: 'Method not found' };
    response.end(JSON.stringify({ result: known?.result ?? null, error: known ? null : error, id }));
  });
}

async function start() {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  return { http: `http://127.0.0.1:${server.address().port}` };
}

report(start);
