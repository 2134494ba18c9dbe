import { certificateOf } from './certificate-files.js';
import { openLimits } from './client-limits.js';
import type { GatewayParts } from './gateway-parts.js';
import { RunningGateway } from './running-gateway.js';
import type { GatewaySettings, RestartSetting } from './settings/settings.js';

/** Describes a gateway that listens. */
export interface Gateway {
  /** The port it listens on. */
  readonly port: number;
  /** Its addresses: `https://…`, and `http://…` where that is served too. */
  readonly urls: readonly string[];
  /** The address for operators; `undefined` where there is none. */
  readonly adminUrl: string | undefined;
  /**
   * Listens at a further port, 0 for a free one, and serves there what it serves at its own.
   * @returns the port
   * @throws {NodeJS.ErrnoException} (it rejects) such as `EADDRINUSE`
   */
  listenAt(port: number): Promise<number>;
  /**
   * Reloads the settings for requests and WebSockets that come from now on. Those that need a restart stay as they were,
   * and so does whether the certificate is self-signed.
   * @throws {CertificateError} when the certificate cannot be had, and as {@link startGateway} for limits; then nothing has changed.
   */
  reconfigure(settings: Omit<GatewaySettings, RestartSetting>): Promise<void>;
  /**
   * Waits `shutdownDelay` while `/readyz` says 503; then accepts no more connections, finishes pending requests, and
   * closes; aborts requests that are not finished within `drainTimeout`.
   */
  close(): Promise<void>;
}

/**
 * Starts a JSON-RPC 2.0 gateway in front of `layer1`.
 *
 * @throws {CertificateError} when the certificate cannot be had.
 * @throws {RangeError} for a limit or a proxy that is none; {ApiKeysError} for keys that are none; {MissingPackageError}.
 * @throws {NodeJS.ErrnoException} such as `EADDRINUSE`, when the address cannot be listened on.
 */
export async function startGateway(settings: GatewaySettings, parts: GatewayParts): Promise<Gateway> {
  const certificate = await certificateOf(settings, parts.now);
  const gateway = new RunningGateway(settings, parts, certificate, await openLimits(settings, parts));
  await gateway.listen();
  const { port, urls, adminUrl } = gateway;
  return {
    port,
    urls,
    adminUrl,
    listenAt: (further) => gateway.listenAt(further),
    reconfigure: (next) => gateway.reconfigure(next),
    close: () => gateway.close(),
  };
}
