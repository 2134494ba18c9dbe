import { PROOF_HEADER } from './method/proof-header.js';

/** The metadata of responses and errors, which pages may read by name. */
const EXPOSED = [
  'grpc-status',
  'grpc-message',
  'code',
  'drive-error-data-bin',
  'dash-serialized-consensus-error-bin',
  'stack-bin',
  'x-request-id',
  'retry-after',
  'ratelimit',
  'ratelimit-policy',
  PROOF_HEADER,
];

/**
 * The headers that pages may send: those of this gateway, and those that the gateway of the network allows. Source: `allow_headers` in
 * `packages/dashmate/templates/platform/gateway/envoy.yaml.dot` of dashpay/platform.
 */
const ALLOWED = [
  'content-type',
  'x-grpc-web',
  'x-user-agent',
  'grpc-timeout',
  'grpc-accept-encoding',
  'grpc-encoding',
  'authorization',
  'x-api-key',
  'x-request-id',
  'traceparent',
  'tracestate',
  'keep-alive',
  'user-agent',
  'cache-control',
  'content-transfer-encoding',
  'custom-header-1',
  'x-accept-content-transfer-encoding',
  'x-accept-response-streaming',
];

/** Pages of every origin may call gRPC-web: no response depends on cookies. */
export const GRPC_CORS: Readonly<Record<string, string>> = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers': EXPOSED.join(', '),
};

/**
 * Defines the response to a preflight: also to one for a page of a public site that calls a private network
 * (wicg.github.io/private-network-access).
 */
export const GRPC_PREFLIGHT: Readonly<Record<string, string>> = {
  ...GRPC_CORS,
  'access-control-allow-methods': 'POST, OPTIONS',
  'access-control-allow-headers': ALLOWED.join(', '),
  'access-control-allow-private-network': 'true',
  'access-control-max-age': '1728000',
  vary: 'origin, access-control-request-method, access-control-request-headers, access-control-request-private-network',
  'content-length': '0',
};
