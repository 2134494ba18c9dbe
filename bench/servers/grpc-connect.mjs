// A bare server of the library that the gateway uses: it responds at once, and its streams wait.
import { once } from 'node:events';
import { createServer } from 'node:http2';
import { connectNodeAdapter } from '@connectrpc/connect-node';
import { Core } from '../../packages/gateway/dist/grpc/generated/dapi_pb.js';
import { report } from './report.mjs';

async function* stream(_, { signal }) {
  yield { responses: { case: 'rawMerkleBlock', value: new Uint8Array(100) } };
  await once(signal, 'abort');
}

async function start() {
  const handler = connectNodeAdapter({
    routes: (router) => {
      router.service(Core, {
        getBestBlockHeight: () => ({ height: 520 }),
        subscribeToTransactionsWithProofs: stream,
      });
    },
  });
  const server = createServer(handler);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { http: `http://127.0.0.1:${server.address().port}`, height: 0 };
}

report(start);
