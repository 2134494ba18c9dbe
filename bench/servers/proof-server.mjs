// Answers every query of the Platform service with one frame: a proof of 100 of 10,000 keys of a layer, signed by a quorum of one key, which
// it also lists as trusted. Prints its ports, the keys and the frame.
import { createServer } from 'node:http';
import { pathElementsQuery, setBlake3, stateSignDigest } from '@dapikit/proof';
import { Grove, proveQuery } from '@dapikit/proof/prover';
import { wasmBlake3 } from '@dapikit/proof/wasm';
import { nobleSignatures } from '@dapikit/protocol';
import { bytesField, frameOf, numberField } from '../lib/protobuf.mjs';

const KEYS = 10_000;
const SHOWN = 100;
const secretKey = new Uint8Array(32).fill(7);
const quorumHash = new Uint8Array(32).fill(9);
/** The public key of the secret one. */
const quorumKey =
  'a4cafe0e4602bb74340d45b931591034894f6be4aae24c4e80931d622636bb4da64804903072c655995b423113f41705';

/** Returns a key of 32 bytes that differs from those of other numbers early, as hashes do. */
function keyOf(number) {
  const key = new Uint8Array(32);
  new DataView(key.buffer).setUint32(0, Math.imul(number + 1, 0x9e3779b1));
  return key;
}

async function prove(path, keys) {
  setBlake3(await wasmBlake3());
  const grove = await Grove.open({ getMany: async (nodes) => nodes.map(() => undefined) });
  const tree = { type: 'tree', rootKey: undefined, flags: undefined };
  const value = new Uint8Array(200).fill(5);
  await grove.apply([
    { type: 'putTree', path: [], key: path[0], element: tree },
    ...Array.from({ length: KEYS }, (_, number) => ({
      type: 'put',
      path,
      key: keyOf(number),
      element: { type: 'item', value, flags: undefined },
    })),
  ]);
  const rootHash = await grove.hash();
  return { rootHash, proof: await proveQuery(grove, pathElementsQuery({ path, keys })) };
}

function frame({ rootHash, proof }) {
  const metadata = {
    height: 100n,
    coreChainLockedHeight: 520,
    timeMs: BigInt(Date.now()),
    protocolVersion: 13,
    chainId: 'dapikit',
  };
  const signed = { quorumType: 106, quorumHash, round: 0, blockIdHash: new Uint8Array(32) };
  const signature = nobleSignatures.signBls(stateSignDigest(rootHash, metadata, signed), secretKey);
  const message = bytesField(
    1,
    Buffer.concat([
      bytesField(
        2,
        Buffer.concat([
          bytesField(1, proof),
          bytesField(2, quorumHash),
          bytesField(3, signature),
          bytesField(5, signed.blockIdHash),
          numberField(6, signed.quorumType),
        ]),
      ),
      bytesField(
        3,
        Buffer.concat([
          numberField(1, metadata.height),
          numberField(2, metadata.coreChainLockedHeight),
          numberField(4, metadata.timeMs),
          numberField(5, metadata.protocolVersion),
          bytesField(6, Buffer.from(metadata.chainId)),
        ]),
      ),
    ]),
  );
  return Buffer.concat([frameOf(0, message), frameOf(0x80, Buffer.from('grpc-status:0\r\n'))]);
}

/** Starts a server on a free port and returns its address. */
async function listen(handle) {
  const server = createServer(handle);
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${server.address().port}`;
}

function quorums(url) {
  if (url.startsWith('/masternodes'))
    return [{ address: '127.0.0.1:1', status: 'ENABLED', versionCheck: 'success', platformHTTPPort: 1 }];
  const list = [
    {
      quorum_hash: Buffer.from(quorumHash).toString('hex'),
      key: quorumKey,
      height: 1,
      valid_members_count: 3,
    },
  ];
  return url.startsWith('/previous') ? { height: 1, quorums: list } : list;
}

const path = [Uint8Array.of(1)];
const keys = Array.from({ length: SHOWN }, (_, at) => keyOf(at * (KEYS / SHOWN)));
const body = frame(await prove(path, keys));
const trusted = await listen((request, response) => {
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ success: true, data: quorums(request.url) }));
});
const platform = await listen((request, response) => {
  request.resume();
  response.setHeader('content-type', 'application/grpc-web+proto');
  response.end(body);
});
const hex = (bytes) => Buffer.from(bytes).toString('hex');
process.send({ trusted, platform, quorumKey, path: path.map(hex), keys: keys.map(hex), bytes: body.length });
