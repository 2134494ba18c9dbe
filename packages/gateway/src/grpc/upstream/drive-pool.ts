import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import { PeerError, PeerPool, PeersUnavailableError, SYSTEM_CLOCK } from '@dapikit/light-client';
import type { MessageLimits } from '@dapikit/light-client/message-limits';
import { GrpcError, type GrpcStatusName } from '../method/grpc-error.js';
import { DriveConnection } from './drive-connection.js';

/** Statuses of a node that cannot respond now: another one may. With others, a node rejects the request itself. */
const OUTAGES: ReadonlySet<GrpcStatusName> = new Set([
  'unavailable',
  'deadlineExceeded',
  'resourceExhausted',
  'internal',
  'unknown',
  'aborted',
  'dataLoss',
]);
/** The next node is asked as well where one takes longer than it usually does, and than this. */
const MIN_HEDGE_MS = 500;
const MAX_HEDGE_MS = 5000;
/** Time for the verification of a response, beside that of the call. */
const VERIFICATION_MS = 15_000;

/** Calls several Drives of one platform: the fast ones first, the next one where a node has an outage or its response is not accepted. */
export class DrivePool {
  readonly #drives: ReadonlyMap<string, DriveConnection>;
  readonly #pool: PeerPool;

  /**
   * @param urls such as `http://127.0.0.1:26670`
   * @param limits of each response
   */
  constructor(urls: readonly string[], limits: MessageLimits) {
    this.#drives = new Map(urls.map((url) => [url, new DriveConnection(url, limits)]));
    // Nodes of one's own have no limit of requests.
    const unlimited = { requestsPerSecond: Infinity, maxInFlight: Infinity, maxCalls: Infinity };
    const limitsOfPool = { ...unlimited, minHedgeMs: MIN_HEDGE_MS, maxHedgeMs: MAX_HEDGE_MS };
    this.#pool = new PeerPool({ clock: SYSTEM_CLOCK, random: Math.random, limits: limitsOfPool });
    this.#pool.setPeers(urls);
  }

  /**
   * Calls a method of one node after the other, until a response is accepted.
   * @param timeout of one node, in milliseconds
   * @param accept returns why a response is not accepted; `undefined` for one that is. It is not called for the only node
   * @returns the accepted response; where none is accepted, the last one
   * @throws {GrpcError} (rejects) as {@link DriveConnection.call} does
   */
  async call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    timeout: number,
    accept?: (response: MessageShape<O>) => Promise<string | undefined>,
  ): Promise<MessageShape<O>> {
    const [only, another] = this.#drives.values();
    if (only !== undefined && another === undefined) return only.call(method, request, timeout);
    const { size } = this.#drives;
    let unaccepted: MessageShape<O> | undefined;
    try {
      return await this.#pool.call(
        async ({ address }) => {
          const response = await this.#ask(address, method, request, timeout);
          const reason = await accept?.(response);
          if (reason === undefined) return response;
          unaccepted = response;
          throw new PeerError('unhelpful', reason);
        },
        { attemptMs: timeout + VERIFICATION_MS, callMs: size * (timeout + VERIFICATION_MS) },
      );
    } catch (error) {
      if (!(error instanceof PeersUnavailableError)) throw error;
      if (unaccepted !== undefined) return unaccepted;
      throw statusOf(error);
    }
  }

  /** Lets go of the connections. */
  close(): void {
    for (const drive of this.#drives.values()) drive.close();
  }

  async #ask<I extends DescMessage, O extends DescMessage>(
    address: string,
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    timeout: number,
  ): Promise<MessageShape<O>> {
    const drive = this.#drives.get(address);
    if (drive === undefined) throw new PeerError('outage', `${address} is no node of the pool`);
    try {
      return await drive.call(method, request, timeout);
    } catch (error) {
      if (!(error instanceof GrpcError && OUTAGES.has(error.status))) throw error;
      throw new PeerError('outage', error.message, { cause: error });
    }
  }
}

/** Returns the status of the last node that failed. */
function statusOf(error: PeersUnavailableError): GrpcError {
  const causes = error.failures.flatMap(({ cause }) => (cause instanceof GrpcError ? [cause] : []));
  return (
    causes.at(-1) ??
    new GrpcError('deadlineExceeded', 'the platform did not answer in time', {}, { cause: error })
  );
}
