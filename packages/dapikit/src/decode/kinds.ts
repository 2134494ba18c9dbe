import {
  blockHash,
  decodeBlock,
  decodeTransaction,
  encodeBlock,
  encodeTransaction,
  transactionId,
} from '@dapikit/chain';
import {
  addressText,
  consensusError,
  consensusErrorCode,
  dataContract,
  decodeConsensusError,
  decodePrefix,
  decodeStateTransition,
  encode,
  identity,
  platformAddress,
  signableBytes,
  signingHash,
  stateTransition,
  stateTransitionId,
  type Codec,
} from '@dapikit/protocol';
import { hex } from '@scure/base';
import { addressFacts } from './address-facts.js';
import { plainJson } from './plain-json.js';

/** Describes decoded bytes. */
export interface Explanation {
  /** Number of bytes that the value takes; others follow it. */
  readonly length: number;
  /** The same value as a library writes it. */
  readonly canonical: Uint8Array;
  /** Facts that are derived from the bytes, such as an id. */
  readonly facts: Readonly<Record<string, unknown>>;
  readonly value: unknown;
}

/** Explains bytes as one kind. Throws where they are none. */
export type Explain = (bytes: Uint8Array) => Explanation;

function explainByCodec<Value>(codec: Codec<Value>): Explain {
  return (bytes) => {
    const { value, length } = decodePrefix(codec, bytes);
    return { length, canonical: encode(codec, value), facts: {}, value: codec.toJson(value) };
  };
}

/** Lists the kinds of bytes that need nothing else, in the order in which they are tried: the strictest first. */
export const KINDS = {
  block: (bytes) => {
    const block = decodeBlock(bytes);
    return {
      length: bytes.length,
      canonical: encodeBlock(block),
      facts: { hash: blockHash(block.header) },
      value: plainJson(block),
    };
  },
  transaction: (bytes) => {
    const transaction = decodeTransaction(bytes);
    return {
      length: bytes.length,
      canonical: encodeTransaction(transaction),
      facts: { txid: transactionId(transaction) },
      value: plainJson(transaction),
    };
  },
  'state-transition': (bytes) => {
    const { value, length } = decodeStateTransition(bytes);
    return {
      length,
      canonical: encode(stateTransition, value),
      facts: {
        id: hex.encode(stateTransitionId(bytes)),
        signingHash: hex.encode(signingHash(signableBytes(value))),
        ...addressFacts(value),
      },
      value: stateTransition.toJson(value),
    };
  },
  contract: explainByCodec(dataContract),
  identity: explainByCodec(identity),
  error: (bytes) => {
    const { value, length } = decodeConsensusError(bytes);
    return {
      length,
      canonical: encode(consensusError, value),
      facts: { code: consensusErrorCode(value) },
      value: consensusError.toJson(value),
    };
  },
  address: (bytes) => {
    const { value, length } = decodePrefix(platformAddress, bytes);
    const facts = { mainnet: addressText(value, 'mainnet'), testnet: addressText(value, 'testnet') };
    return { length, canonical: encode(platformAddress, value), facts, value: platformAddress.toJson(value) };
  },
} as const satisfies Readonly<Record<string, Explain>>;

export type Kind = keyof typeof KINDS;
