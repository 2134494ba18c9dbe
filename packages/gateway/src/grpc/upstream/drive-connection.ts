import type { DescMessage, DescMethodUnary, MessageInitShape, MessageShape } from '@bufbuild/protobuf';
import { Code, ConnectError, decodeBinaryHeader } from '@connectrpc/connect';
import { createGrpcTransport, Http2SessionManager } from '@connectrpc/connect-node';
import { GRPC_CODES, GrpcError, type GrpcMetadata, type GrpcStatusName } from '../method/grpc-error.js';

/** As official servers. Source: `packages/rs-dapi/src/server/grpc.rs` in dashpay/platform. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;
const KEEP_ALIVE_MS = 25_000;
/** A connection without a call is closed after so long. */
const IDLE_MS = 60_000;

/** The metadata of a status that official clients read; a stack stays here. */
const METADATA = ['code', 'drive-error-data-bin', 'dash-serialized-consensus-error-bin'] as const;

const NAMES: ReadonlyMap<number, GrpcStatusName> = new Map(
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the table
  Object.entries(GRPC_CODES).map(([name, code]) => [code, name as GrpcStatusName]),
);

/** Returns the name of a status by its number; UNKNOWN for another number. */
export const statusName = (code: number): GrpcStatusName => NAMES.get(code) ?? 'unknown';

/** Calls Drive over one HTTP/2 connection, which is opened with the first call. */
export class DriveConnection {
  readonly #sessions: Http2SessionManager;
  readonly #transport: ReturnType<typeof createGrpcTransport>;

  /** @param url such as `http://127.0.0.1:26670` */
  constructor(url: string) {
    this.#sessions = new Http2SessionManager(url, {
      pingIntervalMs: KEEP_ALIVE_MS,
      idleConnectionTimeoutMs: IDLE_MS,
    });
    this.#transport = createGrpcTransport({
      baseUrl: url,
      sessionManager: this.#sessions,
      readMaxBytes: MAX_RESPONSE_BYTES,
    });
  }

  /**
   * Calls a method.
   * @param timeout in milliseconds
   * @throws {GrpcError} (rejects) with the status of Drive and its metadata, DEADLINE_EXCEEDED or UNAVAILABLE
   */
  async call<I extends DescMessage, O extends DescMessage>(
    method: DescMethodUnary<I, O>,
    request: MessageInitShape<I>,
    timeout: number,
  ): Promise<MessageShape<O>> {
    try {
      const { message } = await this.#transport.unary(method, undefined, timeout, undefined, request);
      return message;
    } catch (error) {
      throw driveStatus(ConnectError.from(error));
    }
  }

  /** Lets go of the connection. */
  close(): void {
    this.#sessions.abort();
  }
}

/** Returns the status for the caller. The text of what failed on the way has addresses in it: it is not passed on. */
function driveStatus(error: ConnectError): GrpcError {
  const { code, rawMessage, cause, metadata } = error;
  if (code === Code.DeadlineExceeded)
    return new GrpcError('deadlineExceeded', 'the platform did not answer in time', {}, { cause: error });
  if (cause !== undefined) return new GrpcError('unavailable', 'Service unavailable', {}, { cause: error });
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
