import { describePlatformPreview } from '@dapikit/contract/protocol-versions';
import {
  absentPlatform,
  gatewayObserver,
  livePlatform,
  cachedLayer1,
  repeatedWarning,
  loadLaterModules,
  startGateway,
  type Gateway,
  type CachedLayer1,
  type LivePlatform,
  type RepeatedWarning,
  type UpstreamAddresses,
} from '@dapikit/gateway';
import type { Logger } from 'pino';
import { VERSION } from '../program/version.js';
import { localPlatformStatus } from '../platform/local-platform-status.js';
import { Nodes, type NodeLimits } from './nodes.js';
import { studioFiles } from './studio-files.js';
import { gatewaySettings } from './settings-changes.js';
import { SettingsReload } from './settings-reload.js';
import { openServedPlatform, type ServedPlatform } from './served-platform.js';
import type { CommandError } from '../program/command.js';
import type { VerifiedNodes } from './verified-nodes.js';
import type { ServeValues } from '../settings/settings-table.js';
import type { ServedGateway, ServeParts } from './served-gateway.js';

/**
 * Serves a gateway in front of nodes.
 * @throws {CommandError} when nodes cannot be as they are described, or the platform cannot be opened
 * @throws {CertificateError} and errors of the system: {@link startGateway}
 */
export async function serveGateway(values: ServeValues, parts: ServeParts): Promise<ServedGateway> {
  if (values.network !== undefined) {
    // Few gateways need what it loads.
    const { serveNetwork } = await import('./serve-network.js');
    return serveNetwork(values, values.network, parts);
  }
  const { log, metrics, metricsText } = parts;
  const observer = gatewayObserver(metrics);
  const checks = await openChecks(values, log);
  const listeners = { observer, metrics, log, ...(checks && { checks }) };
  const nodes = await Nodes.open(values.nodes, listeners, nodeLimits(values));
  checks?.setNodes(nodes.unchecked());
  const layer1 = cachedLayer1(nodes.layer1, values);
  let local: ServedPlatform | undefined;
  try {
    local = await openLocal(values, { layer1, log, observer });
    const platformStatus = new PlatformStatusSwitch(values, local, log);
    const studio = values.studio ? await studioFiles(log) : undefined;
    await loadLaterModules();
    log.debug('gRPC modules loaded');
    const gateway = await startGateway(gatewaySettings(values), {
      layer1,
      platformStatus,
      upstream: () => platformStatus.upstream(),
      ...(local && { platform: local }),
      log,
      now: Date.now,
      observer,
      metrics,
      ...(studio && { studio }),
      ...(metricsText && { metricsText }),
      nodes: () => nodes.reports(),
      ...(checks && { verification: () => checks.report() }),
    });
    void checks?.follow();
    return new GatewayOfNodes(values, parts, { gateway, nodes, layer1, local, platformStatus, checks });
  } catch (error) {
    layer1.close();
    await Promise.all([nodes.close(), local?.close(), checks?.close()]);
    throw error;
  }
}

/** Parts that are open while a gateway serves. */
interface OpenParts {
  readonly gateway: Gateway;
  readonly nodes: Nodes;
  readonly layer1: CachedLayer1;
  readonly local: ServedPlatform | undefined;
  readonly platformStatus: PlatformStatusSwitch;
  readonly checks: VerifiedNodes | undefined;
}

class GatewayOfNodes implements ServedGateway {
  readonly gateway: Gateway;
  readonly failed: Promise<CommandError> | undefined;
  readonly #open: OpenParts;
  readonly #reload: SettingsReload;

  constructor(values: ServeValues, parts: ServeParts, open: OpenParts) {
    this.gateway = open.gateway;
    this.failed = open.checks?.failed;
    this.#open = open;
    this.#reload = new SettingsReload(values, parts, async (next, changed) => this.#apply(next, changed));
  }

  reload(): Promise<void> {
    return this.#reload.reload();
  }

  async close(): Promise<boolean> {
    const { gateway, nodes, layer1, local, platformStatus, checks } = this.#open;
    await this.#reload.ended();
    await gateway.close();
    layer1.close();
    await checks?.close();
    const [isClosed = true] = await Promise.all([local?.close(), nodes.close(), platformStatus.close()]);
    return isClosed;
  }

  async #apply(next: ServeValues, changed: readonly string[]): Promise<void> {
    const { gateway, nodes, layer1, platformStatus, checks } = this.#open;
    // A file that a node names may be another one, though its name is the same.
    const otherNodes = await nodes.change(next.nodes, nodeLimits(next));
    try {
      await gateway.reconfigure(gatewaySettings(next));
    } catch (error) {
      await otherNodes.drop();
      throw error;
    }
    otherNodes.apply();
    checks?.setNodes(nodes.unchecked());
    layer1.reconfigure(next);
    if (changed.some((name) => PLATFORM.has(name))) await platformStatus.change(next);
  }
}

/** Opens the verification of the nodes, where the settings want it. Few gateways need what it loads. */
async function openChecks(values: ServeValues, log: Logger): Promise<VerifiedNodes | undefined> {
  if (values.verify === undefined) return undefined;
  const { VerifiedNodes: Checks } = await import('./verified-nodes.js');
  return Checks.open(values, values.verify, log);
}

async function openLocal(
  {
    platformStore,
    platformProtocol,
    platformNetwork,
    platformBlockTime,
    platformFeedBlocks,
    strict,
    acceptWrongBls,
    proofs,
    recordTransitions,
  }: ServeValues,
  around: Parameters<typeof openServedPlatform>[1],
): Promise<ServedPlatform | undefined> {
  if (platformStore === undefined) return undefined;
  const preview = describePlatformPreview(platformProtocol);
  if (preview !== undefined) around.log.warn(preview);
  return await openServedPlatform(
    {
      platformStore,
      platformProtocol,
      platformNetwork,
      platformBlockTime,
      platformFeedBlocks,
      strict,
      acceptWrongBls,
      proofs,
      recordTransitions,
    },
    around,
  );
}

/** The status of the live platform that the settings name; where they name none, of the local one. */
class PlatformStatusSwitch {
  readonly #local: ServedPlatform | undefined;
  readonly #warn: RepeatedWarning;
  #current: LivePlatform;
  #upstream: UpstreamAddresses | undefined;

  constructor(values: ServeValues, local: ServedPlatform | undefined, log: Logger) {
    this.#local = local;
    this.#warn = repeatedWarning(log);
    this.#current = this.#opened(values);
    this.#upstream = upstreamOf(values);
  }

  /** Returns the node that the Platform service is forwarded to. */
  upstream(): UpstreamAddresses | undefined {
    return this.#upstream;
  }

  status(): ReturnType<LivePlatform['status']> {
    return this.#current.status();
  }

  async change(values: ServeValues): Promise<void> {
    const former = this.#current;
    this.#current = this.#opened(values);
    this.#upstream = upstreamOf(values);
    await former.close();
  }

  close(): Promise<void> {
    return this.#current.close();
  }

  #opened({ driveUrls, tenderdashUrl }: ServeValues): LivePlatform {
    if (driveUrls.length === 0 && tenderdashUrl === undefined && this.#local !== undefined) {
      const absent = absentPlatform(VERSION, () => Math.floor(Date.now() / 1000));
      const { status, coreHeight } = this.#local;
      return { ...localPlatformStatus(absent, status, coreHeight), close: () => Promise.resolve() };
    }
    return livePlatform({
      driveUrls,
      tenderdashUrl,
      dapiVersion: VERSION,
      now: Date.now,
      onError: (error, part) => this.#warn('platform status incomplete', part, { err: error, part }),
    });
  }
}

/** Tenderdash alone is only looked at. */
const upstreamOf = ({ driveUrls, tenderdashUrl, verifyProofs }: ServeValues): UpstreamAddresses | undefined =>
  driveUrls.length === 0 ? undefined : { driveUrls, tenderdashUrl, verifyProofs };

const PLATFORM: ReadonlySet<string> = new Set<keyof ServeValues>([
  'driveUrls',
  'tenderdashUrl',
  'verifyProofs',
]);
const nodeLimits = ({ maxNodeResponseBytes }: ServeValues): NodeLimits => ({
  maxResponseBytes: maxNodeResponseBytes,
});
