import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import { Code, ConnectError, decodeBinaryHeader } from '@connectrpc/connect';
import { GRPC_CODES, GrpcError, type GrpcMetadata, type GrpcStatusName } from '../method/grpc-error.js';
import { LimitedClient } from '../../base/protobuf/limited-client.js';
import { ServerConnection } from '../../base/protobuf/server-connection.js';
import type { MessageLimits } from '@dapikit/light-client/message-limits';

/** As official servers. Source: `packages/rs-dapi/src/server/grpc.rs` in dashpay/platform. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;

/** The metadata of a status that official clients read; a stack stays here. */
const METADATA = ['code', 'drive-error-data-bin', 'dash-serialized-consensus-error-bin'] as const;

const NAMES: ReadonlyMap<number, GrpcStatusName> = new Map(
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
  Object.entries(GRPC_CODES).map(([name, code]) => [code, name as GrpcStatusName]),
);

/** Returns the name of a status by its number; UNKNOWN for another number. */
export const statusName = (code: number): GrpcStatusName => NAMES.get(code) ?? 'unknown';

/** Calls Drive over one HTTP/2 connection, which is opened with the first call, and replaced where it answers no call any more. */
export class DriveConnection {
  readonly #connection: ServerConnection;
  readonly #client: LimitedClient;

  /**
   * @param url such as `http://127.0.0.1:26670`
   * @param limits of each response
   */
  constructor(url: string, limits: MessageLimits) {
    this.#connection = new ServerConnection(url);
    this.#client = new LimitedClient({
      connection: this.#connection,
      maxBytes: MAX_RESPONSE_BYTES,
      limits,
    });
  }

  /**
   * Calls a method.
   * @param timeout in milliseconds
   * @throws {GrpcError} (rejects) with the status of Drive and its metadata, DEADLINE_EXCEEDED, RESOURCE_EXHAUSTED for a response beyond
   * the limits, or UNAVAILABLE
   */
  async call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    timeout: number,
  ): Promise<MessageShape<O>> {
    try {
      return await this.#client.call(method, request, timeout);
    } catch (error) {
      throw statusOfError(ConnectError.from(error));
    }
  }

  /** Lets go of the connections. */
  close(): void {
    this.#connection.close();
  }
}

/** Returns the status for the caller. The text of what failed on the way has addresses in it: it is not passed on. */
export function statusOfError(error: ConnectError): GrpcError {
  const { code, rawMessage, cause, metadata } = error;
  if (code === Code.DeadlineExceeded)
    return new GrpcError('deadlineExceeded', 'the platform did not answer in time', {}, { cause: error });
  // A client takes CANCELLED for its own.
  if (cause !== undefined || code === Code.Canceled)
    return new GrpcError('unavailable', 'Service unavailable', {}, { cause: error });
  return new GrpcError(statusName(code), rawMessage, metadataOf(metadata), { cause: error });
}

function metadataOf(headers: Headers): GrpcMetadata {
  const found = METADATA.flatMap((name): [string, string | Uint8Array][] => {
    const value = headers.get(name);
    if (value === null) return [];
    return [[name, name.endsWith('-bin') ? decodeBinaryHeader(value) : value]];
  });
  return Object.fromEntries(found);
}
