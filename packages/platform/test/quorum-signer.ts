import { loadBls } from '@dapikit/protocol/wasm';

const { signBls } = await loadBls();
const SECRET_KEY = new Uint8Array(32).fill(7);

/** The public key of the quorum that signs. */
export const QUORUM_KEY = Buffer.from(
  'a4cafe0e4602bb74340d45b931591034894f6be4aae24c4e80931d622636bb4da64804903072c655995b423113f41705',
  'hex',
);

/** Signs states with the key of one quorum. */
export const signer = () => ({
  quorumType: 106,
  quorumHash: new Uint8Array(32).fill(9),
  sign: (digest: Uint8Array) => signBls(digest, SECRET_KEY),
});
