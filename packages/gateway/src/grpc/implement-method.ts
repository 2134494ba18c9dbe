import type { Message } from '@bufbuild/protobuf';
import { ConnectError, type ConnectRouter, type HandlerContext } from '@connectrpc/connect';
import { RequestRejectedError } from '../admission/limits/meter.js';
import { rejectionStatus } from './call-rejection.js';
import { asConnectError, headersOf } from './connect-error.js';
import { GRPC_CALL } from './grpc-call.js';
import { grpcMembers } from './grpc-members.js';
import { compressionNamed } from '../base/protobuf/compressions.js';
import { GrpcError } from './method/grpc-error.js';
import type { GrpcContext, GrpcMethod, GrpcParts, StreamMethod } from './method/grpc-method.js';
import { MessageBatch } from './method/message-batch.js';
import { nodeStatus } from './method/node-status.js';
import { platformErrorStatus } from './platform/platform-error-status.js';
import { untilAborted } from './method/until-aborted.js';

/** Adds a method of the table to a router: charges the client, calls the handler, and converts what it throws. */
export function implementMethod(router: ConnectRouter, method: GrpcMethod, parts: GrpcParts): void {
  const { cost = 1 } = method;

  function contextOf({ signal, responseHeader, values }: HandlerContext): GrpcContext {
    return {
      ...parts,
      signal,
      charge: async (units) => values.get(GRPC_CALL)?.chargeMore(units),
      respondWith: (metadata) => {
        for (const [name, value] of headersOf(metadata)) responseHeader.set(name, value);
      },
      noteOutcome: (outcome) => {
        const call = values.get(GRPC_CALL);
        if (call !== undefined) call.outcome = outcome;
      },
    };
  }

  const failed = (thrown: unknown, handled: HandlerContext): ConnectError => {
    const status = statusOf(thrown, handled, method, parts);
    const call = handled.values.get(GRPC_CALL);
    if (call !== undefined) call.failure = status.rawMessage;
    return status;
  };

  if (method.kind === 'unary') {
    router.rpc(method.descriptor, async (request, handled) => {
      noteRequest(handled, method, request);
      try {
        await begin(handled, cost);
        return await untilAborted(method.handle(asNever(request), contextOf(handled)), handled.signal);
      } catch (error) {
        throw failed(error, handled);
      }
    });
    return;
  }
  if (method.kind === 'bidi-stream') {
    router.rpc(method.descriptor, async function* dialog(requests, handled) {
      try {
        await begin(handled, cost);
        yield* method.handle(asNever(requests), contextOf(handled));
      } catch (error) {
        throw failed(error, handled);
      }
    });
    return;
  }
  router.rpc(method.descriptor, async function* stream(request, handled) {
    noteRequest(handled, method, request);
    try {
      await begin(handled, cost);
      yield* sent(method, method.handle(asNever(request), contextOf(handled)), handled);
    } catch (error) {
      throw failed(error, handled);
    }
  });
}

/** Returns the status of a call that failed. An error that nobody foresaw is logged, and its status says nothing of it. */
function statusOf(
  thrown: unknown,
  { values, signal }: HandlerContext,
  { descriptor }: GrpcMethod,
  { log }: Pick<GrpcParts, 'log'>,
): ConnectError {
  // What fails after the call was given up follows from that.
  const reason: unknown = signal.aborted ? signal.reason : thrown;
  const error = isAbortError(reason) ? new GrpcError('cancelled', 'cancelled') : reason;
  if (error instanceof ConnectError) return error;
  if (error instanceof RequestRejectedError) return asConnectError(rejectionStatus(error.rejection));
  const status = error instanceof GrpcError ? error : (nodeStatus(error) ?? platformErrorStatus(error));
  if (status !== undefined) return asConnectError(status);
  const requestId = values.get(GRPC_CALL)?.requestId;
  log.error({ err: error, requestId, method: descriptor.name }, 'gRPC call failed');
  return asConnectError(new GrpcError('internal', 'Internal error'));
}

/** Takes note of the request of a call, for a log. */
function noteRequest({ values }: HandlerContext, { descriptor }: GrpcMethod, message: Message): void {
  const call = values.get(GRPC_CALL);
  if (call !== undefined) call.request = (isBrief) => grpcMembers(descriptor.input, message, isBrief);
}

/** Charges the client for a call. @throws the reason where the call has ended already, as one with a timeout of 0 */
async function begin({ signal, values }: HandlerContext, cost: number): Promise<void> {
  await values.get(GRPC_CALL)?.charge(cost);
  signal.throwIfAborted();
}

/** Yields the first messages of a stream, and sends the others in frames. */
async function* sent(
  { descriptor: { output } }: StreamMethod,
  responses: ReturnType<StreamMethod['handle']>,
  { values, responseHeader }: HandlerContext,
): AsyncIterable<Message> {
  const frames = values.get(GRPC_CALL)?.frames;
  const compression = compressionNamed(responseHeader.get('grpc-encoding'));
  let isFirst = true;
  for await (const response of responses) {
    const batch = response instanceof MessageBatch ? response : MessageBatch.of(output, [response]);
    // With the first messages, the library writes the head of the response.
    if (isFirst || frames === undefined) yield* batch.messages;
    else await frames.send(await batch.framesWith(compression));
    isFirst = false;
  }
}

/** Returns whether a signal was aborted without a reason. */
const isAbortError = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

/** Returns a request of unknown type as that of its method, which is safe: the router decoded it by the descriptor of the same row. */
function asNever(request: unknown): never {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see above
  return request as never;
}
