export { clusterMetrics, Metrics, type MetricsSources, type NodeReport } from './base/observe/metrics.js';
export { gatewayObserver } from './base/observe/gateway-observer.js';
export { observedNode } from './base/observe/observed-node.js';
export type { CallOutcome, Observer } from './base/observe/observer.js';
export type { RequestLogOptions } from './base/observe/request-log.js';
export { repeatedWarning, type RepeatedWarning } from './base/observe/repeated-warning.js';
export { openRpcDocument, type OpenRpcDocument } from './json-rpc/dispatch/openrpc-document.js';
export { startGateway, type Gateway } from './gateway.js';
export type { GatewayParts } from './gateway-parts.js';
export {
  PROOF_VERIFICATIONS,
  type ProofVerification,
  type UpstreamAddresses,
} from './grpc/method/platform-upstream.js';
export type { LimitSettings } from './admission/limits/limit-settings.js';
export {
  API_KEY_NAME,
  ApiKeysError,
  hashApiKey,
  makeApiKey,
  readApiKeys,
  type ApiKey,
} from './admission/limits/api-key.js';
export {
  clientAddresses,
  FORWARDED_HEADERS,
  type ForwardedHeader,
  type ProxyTrust,
} from './admission/limits/client-address.js';
export type { Meter } from './admission/limits/meter.js';
export type { RateLimit } from './admission/limits/rate-limit.js';
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
  httpUrl,
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
export { isHttpUrl } from './settings/http-url.js';
export { maskedUrl } from './settings/masked-url.js';
export { Mismatch } from './base/params/mismatch.js';
export { flag, oneOf, optional, parsedText, text, wholeNumber, type Param } from './base/params/param.js';
export { inProcessLayer1 } from './cache/in-process-layer1.js';
export { Provenance, type AnswerSource, type TracedCall } from './base/provenance.js';
export { cachedLayer1, type CachedLayer1 } from './cache/cached-layer1.js';
export { CertificateError, loadCertificate } from './transport/server/certificate.js';
export { createDispatch, type Dispatch } from './json-rpc/dispatch/dispatch.js';
export { type Answer } from './json-rpc/dispatch/gather-answers.js';
export type { Origin } from './json-rpc/dispatch/origin.js';
export type { ExactJson } from './base/messages/exact-json.js';
export type { RequestLimits } from './base/messages/request.js';
export type { Json } from './base/messages/json.js';
export { methods } from './json-rpc/dispatch/methods.js';
export type { Caller, Method, MethodContext } from './base/method/method.js';
export type { ExampleChain, JsonSchema } from './base/method/method-docs.js';
export {
  openSubscriptions,
  subscriptions,
  type OpenSubscriptions,
} from './json-rpc/subscriptions/subscriptions.js';
export type { Subscription, SubscriptionDocs } from './json-rpc/subscriptions/subscription.js';
export type { Begin, Session, Stop, Notify } from './base/messages/session.js';
export { absentPlatform } from './base/platform-status/absent-platform.js';
export {
  livePlatform,
  type LivePlatform,
  type LivePlatformOptions,
} from './base/platform-status/live-platform.js';
export type { PlatformStatus, PlatformStatusSource } from './base/platform-status/platform-status.js';
export { STATUS_ENCODINGS, type StatusEncoding } from './base/platform-status/encode-status.js';
export { controls, devMethods } from './controls/dev/dev-methods.js';
export type { Control, ControlDocs, ControlRejection } from './controls/dev/control.js';
export { controlRules, type ControlRule } from './admission/access/control-access.js';
export { hostNameOf } from './admission/access/host-name.js';
export { routes } from './http-api/routes/routes.js';
export { openApiDocument, problemsOf, type OpenApiDocument } from './http-api/routes/openapi-document.js';
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
} from './http-api/routes/route.js';
export { ProblemError } from './base/http/problem-error.js';
export { GatewayError } from './base/gateway-error.js';
export { JsonRpcError } from './base/messages/json-rpc-error.js';
export { platformSubscriptions } from './controls/feed/platform-subscriptions.js';
export { callPlatform, platformMethods, platformRpcMethods } from './controls/platform/platform-methods.js';
export { playExamples, type ExamplePlay } from './controls/platform/example-play.js';
export {
  costOf,
  type PlatformMethod,
  type PlatformMethodDocs,
  type PlatformSource,
} from './controls/platform/platform-method.js';
export { plainJson } from './controls/platform/plain-json.js';
export { checkContractInThread } from './controls/platform/check-contract-in-thread.js';
export { layer1AssetLocks } from './controls/platform/layer1-asset-locks.js';
export { layer1Withdrawals } from './controls/platform/layer1-withdrawals.js';
export { PLATFORM_PATH } from './controls/platform/platform-routes.js';
export {
  sharedPlatform,
  type PlatformAccess,
  type PlatformEntry,
  type PlatformUse,
} from './controls/platform/platform-access.js';
export type { AttackContract } from './transport/studio/attack-route.js';
export { readStudioFiles, type StudioFile } from './transport/studio/studio-files.js';
export type { StudioServer } from './transport/studio/studio-routes.js';
export { openNetworkOfPeers } from './grpc/verified/load-network.js';
export type { NetworkOptions, OpenNetwork } from './grpc/verified/open-network.js';
export { loadGrpcMethods } from './grpc/load-grpc-methods.js';
export { loadLaterModules } from './later-modules.js';
export type { GrpcMethod } from './grpc/method/grpc-method.js';
export { GRPC_CODES, type GrpcStatusName } from './grpc/method/grpc-error.js';
