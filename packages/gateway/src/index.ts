export { clusterMetrics, Metrics, type MetricsSources, type NodeReport } from './observe/metrics.js';
export { gatewayObserver } from './observe/gateway-observer.js';
export { observedNode } from './observe/observed-node.js';
export type { CallOutcome, Observer } from './observe/observer.js';
export { repeatedWarning, type RepeatedWarning } from './observe/repeated-warning.js';
export { openRpcDocument, type OpenRpcDocument } from './methods/openrpc-document.js';
export { DEAREST_COST, startGateway, type Gateway, type GatewayParts } from './gateway.js';
export {
  DEFAULT_LIMIT_SETTINGS,
  SERVING_LIMIT_SETTINGS,
  type LimitSettings,
} from './limits/limit-settings.js';
export {
  API_KEY_NAME,
  ApiKeysError,
  hashApiKey,
  makeApiKey,
  readApiKeys,
  type ApiKey,
} from './limits/api-key.js';
export {
  clientAddresses,
  FORWARDED_HEADERS,
  type ForwardedHeader,
  type ProxyTrust,
} from './limits/client-address.js';
export type { Meter } from './limits/meter.js';
export { RedisClientMissing } from './limits/redis-store.js';
export type { RateLimit } from './limits/rate-limit.js';
export {
  DEFAULT_MEMORY_SETTINGS,
  DEFAULT_SETTINGS,
  type GatewaySettings,
  type MemorySettings,
  type RestartSetting,
} from './settings.js';
export { inProcessLayer1 } from './memory/in-process-layer1.js';
export { Provenance, type AnswerSource, type TracedCall } from './memory/provenance.js';
export { rememberingLayer1, type RememberingLayer1 } from './memory/remembering-layer1.js';
export { CertificateError, loadCertificate } from './server/certificate.js';
export { createDispatch, type Answer, type Dispatch } from './json-rpc/dispatch.js';
export type { Origin } from './json-rpc/origin.js';
export type { Json, RequestLimits } from './json-rpc/request.js';
export { methods } from './methods/methods.js';
export type { Caller, ExampleChain, Method, MethodContext } from './methods/method.js';
export { openSubscriptions, subscriptions, type OpenSubscriptions } from './subscriptions/subscriptions.js';
export type { Subscription, SubscriptionDocs } from './subscriptions/subscription.js';
export type { Begin, Session, Stop, Tell } from './json-rpc/session.js';
export { absentPlatform } from './platform-status/absent-platform.js';
export {
  livePlatform,
  type LivePlatform,
  type LivePlatformOptions,
} from './platform-status/live-platform.js';
export type { PlatformStatus, PlatformStatusSource } from './platform-status/platform-status.js';
export { STATUS_ENCODINGS, type StatusEncoding } from './platform-status/encode-status.js';
export { controls, devMethods } from './dev/dev-methods.js';
export type { Control, ControlDocs, ControlRefusal } from './dev/control.js';
export { devRefusal, type DevAccess, type DevRefusal, type DevRequest } from './dev/dev-access.js';
export { routes } from './routes/routes.js';
export { openApiDocument, problemsOf, type OpenApiDocument } from './routes/openapi-document.js';
export type {
  DocumentedProblem,
  Route,
  RouteAnswer,
  RouteBody,
  RouteContext,
  RouteDocs,
  RouteHandler,
  RouteParameter,
  RouteRequest,
  RouteSettings,
} from './routes/route.js';
export { Problem } from './routes/problem.js';
export { JsonRpcError } from './json-rpc/json-rpc-error.js';
export { callPlatform, platformMethods, platformRpcMethods } from './platform/platform-methods.js';
export { playExamples, type ExamplePlay } from './platform/example-play.js';
export {
  costOf,
  type PlatformMethod,
  type PlatformMethodDocs,
  type PlatformSource,
} from './platform/platform-method.js';
export { plainJson } from './platform/plain-json.js';
export { PLATFORM_PATH } from './platform/platform-routes.js';
export {
  PLATFORM_WRITERS,
  sharedPlatform,
  type PlatformAccess,
  type PlatformUse,
  type PlatformWriters,
} from './platform/platform-access.js';
export { readStudioFiles, type StudioFile } from './studio/studio-files.js';
export type { StudioServer } from './studio/studio-routes.js';
