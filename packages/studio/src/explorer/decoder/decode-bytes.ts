import { proofRootHash } from '@dapikit/proof';
import {
  addressText,
  consensusError,
  consensusErrorCode,
  dataContract,
  decode,
  decodeConsensusError,
  decodeStateTransition,
  identity,
  platformAddress,
  stateTransition,
  stateTransitionId,
  type Codec,
} from '@dapikit/protocol';
import { base58, base64, hex } from '@scure/base';
import { readProofTree, type ProofLayer } from '../../proof/proof-tree.js';

/** Describes bytes of the platform that were decoded. */
export interface DecodedBytes {
  /** Kind of the bytes, in words. */
  readonly kind: string;
  readonly length: number;
  /** Facts that follow from the bytes, such as an id. */
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** In the official JSON; absent for a proof. */
  readonly json?: unknown;
  readonly tree?: ProofLayer;
}

type Decoder = (bytes: Uint8Array) => Omit<DecodedBytes, 'kind' | 'length'>;

const byCodec =
  <Value>(codec: Codec<Value>): Decoder =>
  (bytes) => ({ facts: [], json: codec.toJson(decode(codec, bytes)) });

/** The kinds of bytes, in the order in which they are tried: the strictest first. */
const DECODERS: readonly (readonly [kind: string, decoder: Decoder])[] = [
  [
    'state transition',
    (bytes) => {
      const { value, length } = decodeStateTransition(bytes);
      if (length !== bytes.length) throw new RangeError('more bytes follow');
      return {
        facts: [['Id', hex.encode(stateTransitionId(bytes))]],
        json: stateTransition.toJson(value),
      };
    },
  ],
  ['data contract', byCodec(dataContract)],
  ['identity', byCodec(identity)],
  [
    'platform address',
    (bytes) => {
      const address = decode(platformAddress, bytes);
      return {
        facts: [
          ['Mainnet', addressText(address, 'mainnet')],
          ['Testnet and development chains', addressText(address, 'testnet')],
        ],
        json: platformAddress.toJson(address),
      };
    },
  ],
  [
    'proof of GroveDB',
    (bytes) => ({ facts: [['Root hash', hex.encode(proofRootHash(bytes))]], tree: readProofTree(bytes) }),
  ],
  [
    'consensus error',
    (bytes) => {
      const { value, length } = decodeConsensusError(bytes);
      if (length !== bytes.length) throw new RangeError('more bytes follow');
      return {
        facts: [['Code', String(consensusErrorCode(value) ?? 'none')]],
        json: consensusError.toJson(value),
      };
    },
  ],
];

/** Reads bytes in hexadecimal digits, Base64 or Base58; `undefined` for anything else. */
export function readBytes(text: string): Uint8Array | undefined {
  const compact = text.replaceAll(/\s/g, '').replace(/^0x/i, '');
  if (compact === '') return undefined;
  const forms = [
    (): Uint8Array => hex.decode(compact.toLowerCase()),
    (): Uint8Array =>
      base64.decode(
        compact
          .replaceAll('-', '+')
          .replaceAll('_', '/')
          .padEnd(Math.ceil(compact.length / 4) * 4, '='),
      ),
    (): Uint8Array => base58.decode(compact),
  ];
  for (const form of forms) {
    try {
      return form();
    } catch {
      // The next form may fit.
    }
  }
  return undefined;
}

/** Decodes bytes as the first kind that they are; `undefined` where they are none. */
export function decodeBytes(bytes: Uint8Array): DecodedBytes | undefined {
  for (const [kind, decoder] of DECODERS) {
    try {
      return { kind, length: bytes.length, ...decoder(bytes) };
    } catch {
      // The next kind may fit.
    }
  }
  return undefined;
}
