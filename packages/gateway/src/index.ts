export { clusterMetrics, Metrics, type MetricsSources, type NodeReport } from './observe/metrics.js';
export { gatewayObserver } from './observe/gateway-observer.js';
export { observedNode } from './observe/observed-node.js';
export type { CallOutcome, Observer } from './observe/observer.js';
export { repeatedWarning, type RepeatedWarning } from './observe/repeated-warning.js';
export { openRpcDocument, type OpenRpcDocument } from './dispatch/openrpc-document.js';
export { startGateway, type Gateway } from './gateway.js';
export type { GatewayParts } from './gateway-parts.js';
export {
  PROOF_VERIFICATIONS,
  type ProofVerification,
  type UpstreamAddresses,
} from './grpc/method/platform-upstream.js';
export type { LimitSettings } from './limits/limit-settings.js';
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
export { RedisClientMissingError } from './limits/redis-store.js';
export type { RateLimit } from './limits/rate-limit.js';
export {
  composeSettings,
  DEFAULT_CACHE_SETTINGS,
  DEFAULT_SETTINGS,
  type CacheSettings,
  type GatewaySettings,
  type GatewayValues,
  type PlatformWriters,
  type RestartSetting,
} from './settings/settings.js';
export {
  cacheSettings,
  developmentSettings,
  gatewaySettings,
  PLATFORM_WRITERS,
  productionSettings,
} from './settings/settings-table.js';
export {
  fixedSetting,
  readSetting,
  setting,
  SettingError,
  type FixedSetting,
  type Setting,
  type SettingTable,
  type SettingValues,
} from './settings/setting.js';
export { maskedUrl } from './settings/masked-url.js';
export { Mismatch } from './params/mismatch.js';
export { flag, oneOf, optional, parsedText, text, wholeNumber, type Param } from './params/param.js';
export { inProcessLayer1 } from './cache/in-process-layer1.js';
export { Provenance, type AnswerSource, type TracedCall } from './provenance/provenance.js';
export { cachedLayer1, type CachedLayer1 } from './cache/cached-layer1.js';
export { CertificateError, loadCertificate } from './server/certificate.js';
export { createDispatch, type Answer, type Dispatch } from './dispatch/dispatch.js';
export type { Origin } from './dispatch/origin.js';
export type { ExactJson } from './json-rpc/exact-json.js';
export type { Json, RequestLimits } from './json-rpc/request.js';
export { methods } from './dispatch/methods.js';
export type { Caller, ExampleChain, JsonSchema, Method, MethodContext } from './method/method.js';
export { openSubscriptions, subscriptions, type OpenSubscriptions } from './subscriptions/subscriptions.js';
export type { Subscription, SubscriptionDocs } from './subscriptions/subscription.js';
export type { Begin, Session, Stop, Notify } from './json-rpc/session.js';
export { absentPlatform } from './platform-status/absent-platform.js';
export {
  livePlatform,
  type LivePlatform,
  type LivePlatformOptions,
} from './platform-status/live-platform.js';
export type { PlatformStatus, PlatformStatusSource } from './platform-status/platform-status.js';
export { STATUS_ENCODINGS, type StatusEncoding } from './platform-status/encode-status.js';
export { controls, devMethods } from './dev/dev-methods.js';
export type { Control, ControlDocs, ControlRejection } from './dev/control.js';
export { controlRules, type ControlRule } from './access/control-access.js';
export { hostNameOf } from './access/host-name.js';
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
export { ProblemError } from './http/problem-error.js';
export { GatewayError } from './errors/gateway-error.js';
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
export { checkContractInThread } from './platform/check-contract-in-thread.js';
export { layer1AssetLocks } from './platform/layer1-asset-locks.js';
export { layer1Withdrawals } from './platform/layer1-withdrawals.js';
export { PLATFORM_PATH } from './platform/platform-routes.js';
export {
  sharedPlatform,
  type PlatformAccess,
  type PlatformEntry,
  type PlatformUse,
} from './platform/platform-access.js';
export { readStudioFiles, type StudioFile } from './studio/studio-files.js';
export type { StudioServer } from './studio/studio-routes.js';
export { loadGrpcMethods } from './grpc/load-grpc-methods.js';
export { loadGrpcModules } from './grpc/load-grpc-server.js';
export type { GrpcMethod } from './grpc/method/grpc-method.js';
export { GRPC_CODES, type GrpcStatusName } from './grpc/method/grpc-error.js';
