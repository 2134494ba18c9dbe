import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DescMethodUnary, Message } from '@bufbuild/protobuf';
import {
  Platform,
  type BroadcastStateTransitionRequest,
  type WaitForStateTransitionResultRequest,
} from '../generated/dapi_pb.js';
import type { Layer1 } from '@dapikit/chain';
import type { Logger } from 'pino';
import type { Observer } from '../../base/observe/observer.js';
import { GrpcError } from '../method/grpc-error.js';
import { PROOF_HEADER } from '../method/proof-header.js';
import type { ForwardedCall, PlatformUpstream, UpstreamAddresses } from '../method/platform-upstream.js';
import { CommitPolls } from './commit-polls.js';
import { DrivePool } from './drive-pool.js';
import { contractRequest } from './contract-request.js';
import { ProofVerifier, requireContract, requireProof, type Verification } from './proof-verifier.js';
import type { ProvenContract } from './proof-thread.js';
import { ProvenContracts } from './proven-contracts.js';
import { QuorumKeys } from './quorum-keys.js';
import { forwardBroadcast, forwardWait, type TransitionServers } from './forwarded-transition.js';
import { ResponseCache } from './response-cache.js';
import { TenderdashConnection } from './tenderdash-connection.js';
import { untilAborted } from '../method/until-aborted.js';
import type { MessageLimits } from '@dapikit/light-client/message-limits';

/** As official servers. A deadline of the client ends a call before, and never extends it. */
const DEFAULT_TIMEOUT_MS = 15_000;

const NO_TENDERDASH = 'this gateway sends no state transitions: set tenderdash-url as well';

/** Describes the open connections to the addresses of one platform. */
interface OpenServers {
  readonly addresses: UpstreamAddresses;
  readonly drive: DrivePool;
  readonly tenderdash: TenderdashConnection | undefined;
  readonly commits: CommitPolls | undefined;
  readonly cache: ResponseCache | undefined;
  readonly proofs: ProofVerifier;
}

/** Describes a query, and which responses to it another node is not asked after. */
interface AcceptedCall {
  readonly method: DescMethodUnary;
  readonly request: Message;
  readonly accept: (response: Message) => Promise<string | undefined>;
}

/** Lists where the nodes are, the clock in milliseconds, and what ends the connections. */
export interface NodeUpstreamOptions {
  readonly addresses: () => UpstreamAddresses | undefined;
  readonly now: () => number;
  readonly closing: AbortSignal;
  /** Time limit of a query in milliseconds. */
  readonly timeout?: number;
  /** Limits of each response of a node. */
  readonly messageLimits: MessageLimits;
  /** Layer 1 with the masternode list whose quorums sign the state of the platform. */
  readonly layer1: Layer1;
  readonly log: Logger;
  readonly observer: Pick<Observer, 'proof'>;
}

/** Forwards to the nodes that the settings name: after a reload to other ones. */
export class NodeUpstream implements PlatformUpstream {
  readonly #options: NodeUpstreamOptions;
  #open: OpenServers | undefined;
  /** Responses whose outcome was reported when they came. */
  readonly #reported = new WeakSet<Message>();

  constructor(options: NodeUpstreamOptions) {
    this.#options = options;
    options.closing.addEventListener('abort', () => this.#open?.drive.close(), { once: true });
  }

  get isSet(): boolean {
    return this.#options.addresses() !== undefined;
  }

  async forward(method: DescMethodUnary, request: Message, call: ForwardedCall): Promise<Message> {
    call.signal.throwIfAborted();
    const servers = this.#servers();
    if (method === Platform.method.broadcastStateTransition) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the descriptor is that of the request
      const sent = request as BroadcastStateTransitionRequest;
      return forwardBroadcast(sent, transitionServers(servers));
    }
    const seen = servers.proofs.height;
    const { verifyProofs = 'off' } = servers.addresses;
    const verify = async (found: Message): Promise<Verification> =>
      servers.proofs.verify(found, call.subject, seen);
    const accept = async (found: Message): Promise<string | undefined> => {
      if (verifyProofs === 'off') return undefined;
      const { outcome, reason } = this.#report(method, await verify(found));
      this.#reported.add(found);
      return outcome === 'invalid' || outcome === 'unchecked' ? (reason ?? outcome) : undefined;
    };
    const response = await this.#respond(servers, { method, request, accept }, call);
    // A large response is decoded, copied to a thread and encoded: not all of it in one turn.
    await nextTurn();
    if (verifyProofs === 'off') return response;
    const found = await untilAborted(verify(response), call.signal);
    if (!this.#reported.delete(response)) this.#report(method, found);
    if (verifyProofs === 'reject') requireProof(found);
    call.respondWith({ [PROOF_HEADER]: found.outcome });
    return response;
  }

  async #respond(
    servers: OpenServers,
    { method, request, accept }: AcceptedCall,
    call: ForwardedCall,
  ): Promise<Message> {
    if (method === Platform.method.waitForStateTransitionResult) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the descriptor is that of the request
      const wanted = request as WaitForStateTransitionResultRequest;
      return forwardWait(wanted, transitionServers(servers), call);
    }
    const { timeout = DEFAULT_TIMEOUT_MS } = this.#options;
    const ask = async (): Promise<Message> =>
      withProof(request, await servers.drive.call(method, request, timeout, accept));
    const responding = servers.cache === undefined ? ask() : servers.cache.fetch(method, request, ask);
    return untilAborted(responding, call.signal);
  }

  /** Reports what was found about a response, and returns it. */
  #report(method: DescMethodUnary, found: Verification): Verification {
    const { outcome, reason } = found;
    const { log, observer } = this.#options;
    observer.proof(outcome);
    if (outcome === 'invalid') log.error({ method: method.name, reason }, 'proof of the platform not valid');
    if (outcome === 'unchecked')
      log.warn({ method: method.name, reason }, 'proof of the platform not verified');
    return found;
  }

  #servers(): OpenServers {
    const addresses = this.#options.addresses();
    if (addresses === undefined) throw new GrpcError('unavailable', 'Service unavailable');
    const { driveUrls, tenderdashUrl } = addresses;
    const open = this.#open;
    if (
      open?.addresses.driveUrls.join(' ') === driveUrls.join(' ') &&
      open.addresses.tenderdashUrl === tenderdashUrl
    )
      return { ...open, addresses };
    open?.drive.close();
    const tenderdash = tenderdashUrl === undefined ? undefined : new TenderdashConnection(tenderdashUrl);
    const cache = tenderdash && new ResponseCache(async () => tenderdash.height(), this.#options.now);
    const commits = tenderdash && new CommitPolls(tenderdash);
    // What is cached of a state before a verified one would be rejected.
    const sawHeight = (height: bigint): void => cache?.sawHeight(Number(height));
    const drive = new DrivePool(driveUrls, this.#options.messageLimits);
    const { timeout = DEFAULT_TIMEOUT_MS } = this.#options;
    const keys = new QuorumKeys(this.#options.layer1);
    const contracts = new ProvenContracts(async (id, since) => {
      // A contract takes long to verify: that of an accepted response is verified once.
      const found = new WeakMap<Message, Promise<ProvenContract>>();
      const contractIn = async (response: Message): Promise<ProvenContract> => {
        const contract = found.get(response) ?? requireContract(response, keys, id);
        found.set(response, contract);
        return contract;
      };
      const accept = async (response: Message): Promise<string | undefined> => {
        try {
          const { height } = await contractIn(response);
          return height < since ? `the contract is of height ${height} only` : undefined;
        } catch (error) {
          return String(error);
        }
      };
      const method = Platform.method.getDataContract;
      return contractIn(await drive.call(method, contractRequest(id), timeout, accept));
    });
    const proofs = new ProofVerifier({ ...this.#options, sawHeight, keys, contracts });
    this.#open = { addresses, drive, tenderdash, commits, cache, proofs };
    return this.#open;
  }
}

function transitionServers({ drive, tenderdash, commits, cache }: OpenServers): TransitionServers {
  if (tenderdash === undefined || commits === undefined)
    throw new GrpcError('failedPrecondition', NO_TENDERDASH);
  return { drive, tenderdash, commits, sawHeight: (height) => cache?.sawHeight(height) };
}

const contentOf = (message: Message): unknown => {
  const version: unknown = Reflect.get(message, 'version');
  return typeof version === 'object' && version !== null ? Reflect.get(version, 'value') : undefined;
};
const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

/** Returns a response. @throws {GrpcError} INTERNAL where it has no proof and the request wants one */
function withProof(request: Message, response: Message): Message {
  if (memberOf(contentOf(request), 'prove') !== true) return response;
  const result = memberOf(contentOf(response), 'result');
  if (memberOf(result, 'case') === 'proof') return response;
  throw new GrpcError('internal', 'the platform gave no proof, which the request wants');
}
