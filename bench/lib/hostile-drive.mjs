// A Drive that answers every call with the same bytes: of the largest proof that is verified, which proves nothing, or of as many empty elements.
import { once } from 'node:events';
import { createServer } from 'node:http2';
import { bytesField, frameOf, numberField } from './protobuf.mjs';

const PROOF_BYTES = 7_000_000;
const ELEMENTS = 2_000_000;

const metadata = () =>
  Buffer.concat([
    numberField(1, 100),
    numberField(2, 520),
    numberField(4, Date.now()),
    numberField(5, 13),
    bytesField(6, Buffer.from('dapikit')),
  ]);

/** A response with a proof of garbage that names a quorum of layer 1. */
function garbageProof({ type, hash }) {
  const garbage = Buffer.alloc(PROOF_BYTES);
  for (let at = 0; at < garbage.length; at += 1) garbage[at] = at * 7919;
  const proof = Buffer.concat([
    bytesField(1, garbage),
    bytesField(2, Buffer.from(hash, 'hex')),
    bytesField(3, Buffer.alloc(96)),
    bytesField(5, Buffer.alloc(32)),
    numberField(6, type),
  ]);
  return bytesField(1, Buffer.concat([bytesField(2, proof), bytesField(3, metadata())]));
}

/** The responses of Drive by name; a quorum of layer 1 is needed once a call comes. */
export const DRIVE_RESPONSES = {
  'Drive: a proof of 7 MB of garbage': garbageProof,
  'Drive: two million empty elements': () => Buffer.alloc(2 * ELEMENTS, Buffer.from([0x0a, 0])),
};

/** Starts a Drive whose response is set before the first call. */
export async function startHostileDrive() {
  let frame = Buffer.alloc(5);
  const server = createServer();
  server.on('stream', (stream) => {
    stream.on('error', () => undefined);
    stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
    stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
    stream.end(frame);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    answerWith: (message) => {
      frame = frameOf(0, message);
    },
    stop: () => server.close(),
  };
}
