import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Visit } from '../admission/limits/admission.js';
import type { GrpcProtocol } from './grpc-protocol.js';

/** Describes a call whose head was read. */
export interface CallHead {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly requestId: string;
  readonly visit: Visit | undefined;
  readonly protocol: GrpcProtocol;
  /** Path of the method, which may be unknown. */
  readonly path: string;
}
