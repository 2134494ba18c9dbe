import type { LimitSettings } from '../admission/limits/limit-settings.js';
import { defaultsOf, type FixedSetting, type SettingValues } from './setting.js';
import {
  cacheSettings,
  developmentSettings,
  gatewaySettings,
  productionSettings,
  type PLATFORM_WRITERS,
} from './settings-table.js';

const SETTINGS = { ...gatewaySettings, ...productionSettings, ...developmentSettings };

/** Describes the settings of a gateway by name, as flags, environment and file give them. */
export type GatewayValues = SettingValues<typeof SETTINGS>;

/** The settings that {@link composeSettings} joins. */
type Joined = 'tlsCert' | 'tlsKey' | 'adminHost' | 'adminPort' | 'ratePerMinute' | 'rateBurst';

/** Lists the settings of the gateway. Times are in milliseconds; the table of settings describes each member. */
export interface GatewaySettings extends Omit<GatewayValues, Joined>, Pick<LimitSettings, 'rateLimit'> {
  /** PEM files of the certificate and its key; without them a self-signed certificate is made and stored. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** Where files that must survive a restart are stored, such as the self-signed certificate. */
  readonly stateDirectory: string;
  /** Where `/metrics`, `/livez` and `/readyz` are served over plain HTTP to operators; `undefined` for nowhere. */
  readonly admin: { readonly host: string; readonly port: number } | undefined;
}

type FixedNames<S> = { [Name in keyof S]: S[Name] extends FixedSetting<unknown> ? Name : never }[keyof S];

/** Lists the settings that cannot change at a reload. */
export type RestartSetting = Exclude<FixedNames<typeof SETTINGS>, Joined> | 'admin' | 'stateDirectory';

/** Lists the settings of WebSockets. */
export type WebSocketSettings = Pick<
  GatewaySettings,
  'webSocketOrigins' | 'maxSubscriptions' | 'maxMessagesInFlight' | 'maxBufferedBytes' | 'pingInterval'
>;

/**
 * Lists the timeouts of slow connections, in milliseconds: to the first byte, then to the end of the TLS handshake, then to the end of a
 * request's headers; from the first byte of a request to the end of its body; without a request on a connection that has had one, where
 * Node grants a second more than is announced to the client.
 */
export type Timeouts = Pick<GatewaySettings, 'headersTimeout' | 'requestTimeout' | 'idleTimeout'>;

/** Describes the rate at which clients must read. */
export type ReadRate = Pick<GatewaySettings, 'minReadRate' | 'slowReadTimeout'>;

/** Describes the callers who may change a platform that others use. */
export type PlatformWriters = (typeof PLATFORM_WRITERS)[number];

/** Lists the settings of the cache, and of the timeout of nodes. Times are in milliseconds. */
export type CacheSettings = SettingValues<typeof cacheSettings>;

/** Defines the default settings of the cache. */
export const DEFAULT_CACHE_SETTINGS: CacheSettings = defaultsOf(cacheSettings);

const DEFAULTS: GatewayValues = defaultsOf(SETTINGS);

/** Makes the settings of a gateway from their values by name. */
export function composeSettings(values: Partial<GatewayValues>): Omit<GatewaySettings, 'stateDirectory'> {
  const all = { ...DEFAULTS, ...values };
  const { tlsCert, tlsKey, adminHost, adminPort, ratePerMinute, rateBurst, ...others } = all;
  return {
    ...others,
    tls: tlsCert === undefined || tlsKey === undefined ? undefined : { certFile: tlsCert, keyFile: tlsKey },
    admin: adminPort === 'none' ? undefined : { host: adminHost, port: adminPort },
    rateLimit: ratePerMinute === 0 ? undefined : { perMinute: ratePerMinute, burst: rateBurst },
  };
}

/** Defines the default settings of a gateway in a program. */
export const DEFAULT_SETTINGS: Omit<GatewaySettings, 'stateDirectory'> = composeSettings({});
