import { setImmediate as nextTurn } from 'node:timers/promises';
import type { DescMessage } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import { pipe, transformDecompressEnvelope, type EnvelopedMessage } from '@connectrpc/connect/protocol';
import { compressionNamed } from './compressions.js';
import { messageFrames } from './message-frames.js';
import { exceededMessageLimit, type MessageLimits } from '@dapikit/light-client/message-limits';

/** Describes the messages of a body, and what limits each of them. */
export interface LimitedMessages {
  readonly schema: DescMessage;
  /** Says in errors what the messages are. */
  readonly what: 'request' | 'response';
  /** Value of the header `grpc-encoding`. */
  readonly encoding: string | null;
  /** Maximum size of a message, compressed and decompressed. */
  readonly maxBytes: number;
  readonly limits: MessageLimits;
}

/**
 * Returns a body of gRPC or gRPC-web whose messages have been checked before anything decodes them; they are no longer compressed.
 * @throws {ConnectError} (rejects) RESOURCE_EXHAUSTED for a message beyond a limit, INTERNAL for one that is not protobuf
 */
export function limitedMessages(
  body: AsyncIterable<Uint8Array>,
  { schema, what, encoding, maxBytes, limits }: LimitedMessages,
): AsyncIterable<Uint8Array> {
  async function* checked(messages: AsyncIterable<EnvelopedMessage>): AsyncIterable<Uint8Array> {
    for await (const { flags, data } of messages) {
      checkMessage(schema, data, limits, what);
      // Each copy of a large message has a turn of its own.
      if (data.length > LARGE_MESSAGE_BYTES) await nextTurn();
      yield frameHead(flags, data.length);
      if (data.length > 0) yield data;
    }
  }
  return pipe(
    messageFrames(body, { what, maxBytes }),
    transformDecompressEnvelope(compressionNamed(encoding) ?? null, maxBytes),
    checked,
    { propagateDownStreamError: true },
  );
}

/** A copy takes some milliseconds for ten times as much. */
const LARGE_MESSAGE_BYTES = 512 * 1024;

/** Returns what comes before a message: its flags and its length. */
function frameHead(flags: number, length: number): Uint8Array {
  const head = Buffer.alloc(5);
  head.writeUInt8(flags);
  head.writeUInt32BE(length, 1);
  return head;
}

function checkMessage(
  schema: DescMessage,
  bytes: Uint8Array,
  limits: MessageLimits,
  what: LimitedMessages['what'],
): void {
  let exceeded: keyof MessageLimits | undefined;
  try {
    exceeded = exceededMessageLimit(schema, bytes, limits);
  } catch (cause) {
    throw new ConnectError(`${what} is not protobuf`, Code.Internal, undefined, undefined, cause);
  }
  if (exceeded === 'maxElements')
    throw new ConnectError(
      `${what} has too many elements: expected at most ${limits.maxElements}`,
      Code.ResourceExhausted,
    );
  if (exceeded === 'maxDepth')
    throw new ConnectError(
      `${what} is nested too deeply: expected at most ${limits.maxDepth} levels`,
      Code.ResourceExhausted,
    );
}
