import type { DescMessage } from '@bufbuild/protobuf';
import { Code, ConnectError } from '@connectrpc/connect';
import {
  pipe,
  transformDecompressEnvelope,
  transformJoinEnvelopes,
  transformSplitEnvelope,
  type EnvelopedMessage,
} from '@connectrpc/connect/protocol';
import { compressionNamed } from './compressions.js';
import { exceededMessageLimit, type MessageLimits } from './message-limits.js';

/** Describes the messages of a body, and what limits each of them. */
export interface LimitedMessages {
  readonly schema: DescMessage;
  /** Says in errors what the messages are. */
  readonly what: 'request' | 'response';
  /** Of the header `grpc-encoding`. */
  readonly encoding: string | null;
  /** Of a message, compressed and as it was. */
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
  async function* checked(messages: AsyncIterable<EnvelopedMessage>): AsyncIterable<EnvelopedMessage> {
    for await (const message of messages) {
      checkMessage(schema, message.data, limits, what);
      yield message;
    }
  }
  return pipe(
    body,
    transformSplitEnvelope(maxBytes),
    transformDecompressEnvelope(compressionNamed(encoding) ?? null, maxBytes),
    checked,
    transformJoinEnvelopes(),
    { propagateDownStreamError: true },
  );
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
