import { isMessage, type DescMessage, type DescMethodUnary, type MessageInitShape } from '@bufbuild/protobuf';
import { blsBackend, bytesToHex } from '@dapikit/chain/browser';
import {
  createStateSignatureVerifier,
  farFromClock,
  olderThanSeen,
  QueryError,
  UnprovableQueryError,
  type Proven,
  type ProvenResponse,
  type TrustOptions,
} from '@dapikit/proof';
import { ForkError } from '../client/fork.js';
import type { LightClient } from '../client/light-client.js';
import { ProofSchema, ResponseMetadataSchema } from '../grpc/generated/dapi_pb.js';
import type { PeerLink } from '../grpc/peer-link.js';
import { PeerError, PeersUnavailableError } from '../peers/peer-error.js';
import type { PeerPool } from '../peers/peer-pool.js';
import { OutdatedContractError } from './outdated-contract-error.js';
import { PlatformKeys } from './platform-keys.js';

/** Describes what reads of the platform need. */
export interface PlatformParts {
  readonly client: LightClient;
  readonly pool: PeerPool;
  /** Opens both services of a peer. */
  readonly link: (address: string) => PeerLink;
  /** Returns milliseconds since 1970. */
  readonly now: () => number;
}

/** Describes a value of the state that a quorum signed. */
export interface Verified<Value> {
  readonly value: Value;
  /** Height of the block of the platform. */
  readonly height: bigint;
  /** Time of that block in milliseconds since 1970. */
  readonly timeMs: bigint;
  /** Height of the block of layer 1 that the platform had seen. */
  readonly coreHeight: number;
  /** Root hash of the state, 32 bytes: values with the same one are of the same state. */
  readonly rootHash: Uint8Array;
}

/** Returns the value that a response proves. @throws {Error} where it proves none */
export type Verify<Value> = (response: ProvenResponse, trust: TrustOptions) => Proven<Value>;

/** Describes which state is read, and until when. */
export interface ReadOptions {
  readonly signal?: AbortSignal | undefined;
  /** Height of the oldest state that is good enough. */
  readonly since?: bigint;
}

const TIMEOUT_MS = 15_000;
/** With the arithmetic that verifies ChainLocks. */
const verifySignature = createStateSignatureVerifier({
  backend: { verifyBls: (...signed) => blsBackend().verifyBls(...signed) },
});
const UNKNOWN_QUORUM =
  'the quorum that signed the state is none of the platform in the verified masternode list';
/** The network whose clock is controlled, and which makes blocks for transitions only. */
const CONTROLLED_NETWORK = 'regtest';

/** Reads from the platform by untrusted peers: a value passes only where its proof leads to a state that a quorum of the verified masternode list signed. */
export class ProvenReads {
  readonly #parts: PlatformParts;
  readonly #keys: PlatformKeys;

  constructor(parts: PlatformParts) {
    this.#parts = parts;
    this.#keys = new PlatformKeys(parts.client);
  }

  /**
   * Reads a value. Where peers know a quorum that is unknown here, it looks for a newer list and asks once more.
   * @throws {PeersUnavailableError} (rejects) when no peer gives a response that verifies, {PeerError} `rejected`, {QueryError}, {UnprovableQueryError}, the reason of the
   * signal
   */
  async read<I extends DescMessage, O extends DescMessage, Value>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    verify: Verify<Value>,
    options: ReadOptions = {},
  ): Promise<Verified<Value>> {
    try {
      return await this.#ask(method, request, verify, options);
    } catch (error) {
      const isAhead =
        error instanceof PeersUnavailableError &&
        error.failures.some(({ message }) => message === UNKNOWN_QUORUM);
      if (!isAhead) throw error;
      await this.#parts.client.refresh(options.signal ?? new AbortController().signal);
      return await this.#ask(method, request, verify, options);
    }
  }

  async #ask<I extends DescMessage, O extends DescMessage, Value>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    verify: Verify<Value>,
    { signal, since = 0n }: ReadOptions,
  ): Promise<Verified<Value>> {
    const { pool, link, now } = this.#parts;
    const suspects: [address: string, error: Error][] = [];
    const oldest = { seen: this.#parts.client.seenHeight, since };
    const found = await pool.call(
      async (turn) => {
        const options = { signal: turn.signal, timeout: TIMEOUT_MS };
        const message = await link(turn.address).call(method, request, options);
        const started = now();
        try {
          return this.#verify(message, verify, oldest);
        } catch (error) {
          if (isOfCall(error)) throw error;
          const wrong = error instanceof Error ? error : new Error(String(error));
          suspects.push([turn.address, wrong]);
          throw new PeerError('unhelpful', wrong.message, { cause: error });
        } finally {
          turn.charge(now() - started);
        }
      },
      { signal },
    );
    // Another peer has proven that the request has a proof: those that sent a wrong one lied.
    for (const [address, { message }] of suspects)
      pool.failed(address, new PeerError('lie', `${method.name}: ${message}`));
    return found;
  }

  #verify<Value>(
    message: unknown,
    verify: Verify<Value>,
    { seen, since }: { readonly seen: bigint; readonly since: bigint },
  ): Verified<Value> {
    const response = provenResponse(message);
    const { metadata } = response;
    const quorumKey = this.#keys.find(response.proof, metadata);
    if (quorumKey === undefined) throw new PeerError('unhelpful', UNKNOWN_QUORUM);
    const { value, rootHash } = verify(response, { quorumKey, verifySignature });
    const isControlled = this.#parts.client.network.name === CONTROLLED_NETWORK;
    const stale =
      olderThanSeen(metadata, seen) ?? (isControlled ? undefined : farFromClock(metadata, this.#parts.now()));
    if (stale !== undefined) throw new PeerError('unhelpful', stale);
    if (metadata.height < since)
      throw new PeerError(
        'unhelpful',
        `the state of height ${metadata.height} is older than the requested one of height ${since}`,
      );
    this.#parts.client.noteState(metadata.height, bytesToHex(rootHash));
    const { height, timeMs, coreChainLockedHeight: coreHeight } = metadata;
    return { value, height, timeMs, coreHeight, rootHash };
  }
}

/** Returns whether an error says nothing about the proof of a peer. */
const isOfCall = (error: unknown): boolean =>
  error instanceof PeerError ||
  error instanceof PeersUnavailableError ||
  error instanceof ForkError ||
  error instanceof OutdatedContractError ||
  error instanceof QueryError ||
  error instanceof UnprovableQueryError;

/** Returns the proof and the metadata of a response of any version. @throws {PeerError} where there are none */
function provenResponse(message: unknown): ProvenResponse {
  const content = memberOf(memberOf(message, 'version'), 'value');
  const proof = memberOf(memberOf(content, 'result'), 'value');
  const metadata = memberOf(content, 'metadata');
  if (!isMessage(proof, ProofSchema) || !isMessage(metadata, ResponseMetadataSchema))
    throw new PeerError('unhelpful', 'the response lacks the proof or its metadata');
  return { proof, metadata };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
