import { isMessage, type DescMethodUnary, type Message } from '@bufbuild/protobuf';
import type { LightClient, PeerPool, PeerTurn } from '@dapikit/light-client';
import {
  ForkError,
  PeerError,
  PeersUnavailableError,
  PlatformKeys,
  PoolBusyError,
} from '@dapikit/light-client';
import type { Logger } from 'pino';
import type { Layer1 } from '@dapikit/chain';
import type { Observer } from '../../base/observe/observer.js';
import { memberAt } from '../../base/platform-status/loose-json.js';
import { Platform, ResponseMetadataSchema } from '../generated/dapi_pb.js';
import { GrpcError } from '../method/grpc-error.js';
import { PROOF_HEADER } from '../method/proof-header.js';
import type { ForwardedCall, PlatformUpstream } from '../method/platform-upstream.js';
import {
  ProofVerifier,
  requireContract,
  UNKNOWN_QUORUM,
  type Verification,
} from '../upstream/proof-verifier.js';
import { contractRequest } from '../upstream/contract-request.js';
import { ProvenContracts } from '../upstream/proven-contracts.js';
import type { ProvenContract } from '../upstream/proof-thread.js';
import type { StateKeys } from '../upstream/quorum-keys.js';
import { executionMark, unfitResult } from './execution-mark.js';
import { executionSubject } from './execution-subject.js';
import type { PeerConnections } from './peer-connections.js';
import { SentTransitions } from './sent-transitions.js';

/** Describes what forwarding to peers needs. The clock is in milliseconds. */
export interface PeerUpstreamParts {
  readonly pool: PeerPool;
  readonly client: LightClient;
  readonly connections: PeerConnections;
  readonly layer1: Layer1;
  readonly now: () => number;
  readonly log: Logger;
  readonly observer: Pick<Observer, 'proof'>;
}

const TIMEOUT_MS = 15_000;
/** Official servers wait for 30 seconds. */
const WAIT_MS = 35_000;
/** Peers that get a state transition. */
const BROADCASTS = 3;
const ENOUGH_BROADCASTS = 2;
const BROADCAST_MS = 8000;

/**
 * Forwards the Platform service to untrusted peers: a response passes only where its proof proves what was requested, with the key of a quorum of the verified
 * masternode list.
 */
export class PeerUpstream implements PlatformUpstream {
  readonly isSet = true;
  readonly #parts: PeerUpstreamParts;
  readonly #keys: StateKeys;
  readonly #proofs: ProofVerifier;
  readonly #contracts: ProvenContracts;
  readonly #sent = new SentTransitions();

  constructor(parts: PeerUpstreamParts) {
    this.#parts = parts;
    const keys = new PlatformKeys(parts.client);
    this.#keys = { keyOf: async (quorum, state) => keys.find(quorum, state) };
    this.#contracts = new ProvenContracts(async (id, since) => this.#contract(id, since));
    this.#proofs = new ProofVerifier({
      layer1: parts.layer1,
      now: parts.now,
      sawHeight: () => undefined,
      keys: this.#keys,
      contracts: this.#contracts,
    });
  }

  async forward(method: DescMethodUnary, request: Message, call: ForwardedCall): Promise<Message> {
    call.signal.throwIfAborted();
    try {
      if (method === Platform.method.broadcastStateTransition)
        return await this.#broadcast(method, request, call);
      if (method === Platform.method.waitForStateTransitionResult)
        return await this.#wait(method, request, call);
      return await this.#proveOrRefresh(method, request, call);
    } catch (error) {
      throw statusOf(error);
    }
  }

  /** Peers may know a quorum before this gateway does: then it looks for a newer list, and asks once more. */
  async #proveOrRefresh(method: DescMethodUnary, request: Message, call: ForwardedCall): Promise<Message> {
    requireVerifiable(method, request, call);
    try {
      return await this.#prove(method, request, call);
    } catch (error) {
      if (!(error instanceof PeersUnavailableError)) throw error;
      const isAhead = error.failures.some(({ message }) => message === UNKNOWN_QUORUM);
      if (!isAhead) throw error;
      await this.#parts.client.refresh(call.signal);
      return await this.#prove(method, request, call);
    }
  }

  async #prove(method: DescMethodUnary, request: Message, call: ForwardedCall): Promise<Message> {
    const suspects: [address: string, reason: string][] = [];
    const seen = this.#parts.client.seenHeight;
    const response = await this.#parts.pool.call(
      async (turn) => {
        const message = await this.#ask(method, request, turn);
        const found = await this.#proofs.verify(message, call.subject, seen, turn.charge);
        this.#note(found);
        if (found.outcome === 'verified') return message;
        if (found.outcome === 'invalid' && found.isOfProof === true)
          suspects.push([turn.address, found.reason ?? found.outcome]);
        this.#report(method, found, turn.address);
        throw new PeerError('unhelpful', found.reason ?? `the proof is ${found.outcome}`);
      },
      { signal: call.signal },
    );
    // Another peer has proven that the request has a proof: those that sent a wrong one lied.
    for (const [address, reason] of suspects)
      this.#parts.pool.failed(address, new PeerError('lie', `${method.name}: ${reason}`));
    this.#parts.observer.proof('verified');
    call.respondWith({ [PROOF_HEADER]: 'verified' });
    return withoutUnproven(response);
  }

  /** Sends a state transition to several peers. Success says that one of them took it; a proof of its execution says more. */
  async #broadcast(method: DescMethodUnary, request: Message, { signal }: ForwardedCall): Promise<Message> {
    const transition = memberAt(request, 'stateTransition');
    if (transition instanceof Uint8Array) this.#sent.add(transition, this.#parts.client.seenHeight);
    const rejections: PeerError[] = [];
    const taken = await this.#parts.pool.survey(
      BROADCASTS,
      async (turn) => {
        try {
          return await this.#send(method, request, turn);
        } catch (error) {
          if (error instanceof PeerError) rejections.push(error);
          throw error;
        }
      },
      { signal, purpose: 'send', attemptMs: BROADCAST_MS, enough: ENOUGH_BROADCASTS },
    );
    const [first] = taken;
    if (first !== undefined) return first.result;
    throw (
      rejections.find(({ failure }) => failure === 'rejected') ??
      new PeersUnavailableError('no peer took the state transition', rejections)
    );
  }

  /**
   * Waits for the result of a state transition. Where this gateway sent one that creates something, the proof has to show that it is there, and may show it as the transition
   * leaves it, as it may of a changed document. Otherwise the client compares the proof with the transition, which only it has.
   */
  async #wait(method: DescMethodUnary, request: Message, call: ForwardedCall): Promise<Message> {
    const seen = this.#parts.client.seenHeight;
    const hash = memberAt(request, 'version', 'value', 'stateTransitionHash');
    const sent = hash instanceof Uint8Array ? this.#sent.get(hash) : undefined;
    const executed = sent && (await executionSubject(sent.bytes, this.#contracts));
    const response = await this.#parts.pool.call(
      async (turn) => {
        const message = await this.#send(method, request, turn, WAIT_MS);
        const found = await this.#proofs.verify(message, executed && (() => executed), seen, turn.charge);
        this.#note(found);
        const unfit = unfitResult(request, message, found);
        if (unfit === undefined) return { message, found };
        throw new PeerError('unhelpful', unfit);
      },
      {
        signal: call.signal,
        purpose: 'wait',
        attemptMs: WAIT_MS,
        callMs: 2 * WAIT_MS,
        minHedgeMs: WAIT_MS,
        maxHedgeMs: WAIT_MS,
      },
    );
    call.respondWith({ [PROOF_HEADER]: executionMark(response.found, executed, sent) });
    return response.message;
  }

  /** Asks a peer for what is verified. */
  async #ask(method: DescMethodUnary, request: Message, { address, signal }: PeerTurn): Promise<Message> {
    return this.#parts.connections.verified(address).call(method, request, { signal, timeout: TIMEOUT_MS });
  }

  /** Sends a peer what cannot be verified, or not in all of its responses. */
  async #send(
    method: DescMethodUnary,
    request: Message,
    { address, signal }: PeerTurn,
    timeout = TIMEOUT_MS,
  ): Promise<Message> {
    return this.#parts.connections.unverified(address).call(method, request, { signal, timeout });
  }

  async #contract(contractId: Uint8Array, since: bigint): Promise<ProvenContract> {
    const { pool } = this.#parts;
    return pool.call(async (turn) => {
      const message = await this.#ask(Platform.method.getDataContract, contractRequest(contractId), turn);
      let found: ProvenContract;
      try {
        found = await requireContract(message, this.#keys, contractId);
      } catch (error) {
        throw new PeerError('unhelpful', error instanceof Error ? error.message : String(error));
      }
      // The contract of an older state says nothing about the documents of a newer one.
      if (found.height < since)
        throw new PeerError('unhelpful', `the peer has the contract of height ${found.height} only`);
      return found;
    });
  }

  /** @throws {ForkError} where quorums signed another state of its height */
  #note({ state }: Verification): void {
    if (state === undefined) return;
    this.#parts.client.noteState(state.height, Buffer.from(state.rootHash).toString('hex'));
  }

  #report(method: DescMethodUnary, { outcome, reason }: Verification, peer: string): void {
    this.#parts.observer.proof(outcome);
    this.#parts.log.warn({ method: method.name, peer, outcome, reason }, 'response of a peer not accepted');
  }
}

/** @throws {GrpcError} FAILED_PRECONDITION for a request whose response cannot be verified here */
function requireVerifiable(method: DescMethodUnary, request: Message, { subject }: ForwardedCall): void {
  const prove = memberAt(request, 'version', 'value', 'prove');
  if (prove === false)
    throw new GrpcError(
      'failedPrecondition',
      'this gateway trusts no node: set prove, so that the response can be verified',
    );
  if (subject?.() === undefined)
    throw new GrpcError(
      'failedPrecondition',
      `this gateway trusts no node, and cannot verify responses of ${method.name}`,
    );
}

/** Removes the epoch of a response, which no signature covers. */
function withoutUnproven(response: Message): Message {
  const metadata = memberAt(response, 'version', 'value', 'metadata');
  if (isMessage(metadata, ResponseMetadataSchema)) metadata.epoch = 0;
  return response;
}

function statusOf(error: unknown): unknown {
  if (error instanceof ForkError) return new GrpcError('unavailable', error.message, {}, { cause: error });
  if (error instanceof PeerError)
    return error.cause instanceof GrpcError
      ? error.cause
      : new GrpcError('unavailable', 'no peer has a response', {}, { cause: error });
  if (error instanceof PoolBusyError)
    return new GrpcError('resourceExhausted', 'too many calls to peers are open', {}, { cause: error });
  if (error instanceof PeersUnavailableError)
    return new GrpcError('unavailable', 'no peer gave a response that verifies', {}, { cause: error });
  return error;
}
