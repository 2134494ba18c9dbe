import {
  absentPlatform,
  DEFAULT_SETTINGS,
  gatewayObserver,
  livePlatform,
  type Metrics,
  rememberingLayer1,
  repeatedWarning,
  startGateway,
  type Gateway,
  type GatewaySettings,
  type LivePlatform,
} from '@dapikit/gateway';
import type { Logger } from 'pino';
import { VERSION } from '../version.js';
import { limitSettings } from '../commands/limit-options.js';
import { localPlatformStatus } from '../platform/local-platform-status.js';
import { Nodes } from './nodes.js';
import type { ResolvedSettings } from './resolve-settings.js';
import { studioFiles } from './studio-files.js';
import { openServedPlatform, type ServedPlatform } from './served-platform.js';
import { serveSettings, type ServeValues } from './serve-settings.js';
import type { Setting } from './setting.js';

/** A gateway in front of nodes, while it serves. */
export interface ServedGateway {
  readonly gateway: Gateway;
  /** Reads the settings again. What is wrong is told in the log, and the former ones hold on. Never fails. */
  reload(): Promise<void>;
  /** Gives whether all that was open is closed: else the process does not end by itself. */
  close(): Promise<boolean>;
}

/** What a gateway is served with besides its settings. */
export interface ServeParts {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** What `/metrics` says where that is more than those of this process. */
  readonly metricsText?: () => Promise<string>;
  /** Reads the settings once more. */
  readonly resolve: () => ResolvedSettings;
}

/**
 * Serves a gateway in front of nodes.
 * @throws {CommandFailure} when nodes cannot be as they are described, or the platform cannot be opened
 * @throws {CertificateError} and errors of the system: {@link startGateway}
 */
export async function serveGateway(initial: ServeValues, parts: ServeParts): Promise<ServedGateway> {
  const { log, metrics } = parts;
  const observer = gatewayObserver(metrics);
  const warn = repeatedWarning(log);
  let values = initial;
  const nodes = await Nodes.open(values.nodes, { observer, metrics, log });
  const layer1 = rememberingLayer1(nodes.layer1, values);
  const local = await openLocal();
  let platform = openPlatform(values);
  const studio = values.studio ? await studioFiles(log) : undefined;
  let reloading: Promise<void> = Promise.resolve();
  const gateway = await start();
  return { gateway, reload: () => (reloading = inTurn()), close };

  async function start(): Promise<Gateway> {
    try {
      return await startGateway(gatewaySettings(values), {
        layer1,
        platformStatus: { status: () => platform.status() },
        ...(local && { platform: local }),
        log,
        now: Date.now,
        observer,
        metrics,
        ...(studio && { studio }),
        ...(parts.metricsText && { metricsText: parts.metricsText }),
        nodes: () => nodes.reports(),
      });
    } catch (error) {
      layer1.close();
      await Promise.all([nodes.close(), local?.close()]);
      throw error;
    }
  }

  async function openLocal(): Promise<ServedPlatform | undefined> {
    const { platformStore, platformProtocol, platformNetwork } = values;
    if (platformStore === undefined) return undefined;
    try {
      return await openServedPlatform({ platformStore, platformProtocol, platformNetwork }, { layer1, log });
    } catch (error) {
      layer1.close();
      await nodes.close();
      throw error;
    }
  }

  async function inTurn(): Promise<void> {
    await reloading;
    try {
      const { values: wanted, mistakes } = parts.resolve();
      for (const { message } of mistakes) log.error({ mistake: message }, 'settings not reloaded');
      if (mistakes.length === 0) await apply(wanted);
      metrics.reloaded(mistakes.length === 0 ? 'applied' : 'refused');
    } catch (error) {
      metrics.reloaded('refused');
      log.error({ err: error }, 'settings not reloaded');
    }
  }

  async function apply(wanted: ServeValues): Promise<void> {
    const changed = changesOf(values, wanted);
    const restart = changed.filter((name) => !isReloadable(name, values, wanted));
    const running: Readonly<Record<string, unknown>> = values;
    const next = { ...wanted, ...Object.fromEntries(restart.map((name) => [name, running[name]])) };
    // A file that a node names may be another one, though its name is the same.
    const otherNodes = await nodes.change(next.nodes);
    try {
      await gateway.reconfigure(gatewaySettings(next));
    } catch (error) {
      await otherNodes.drop();
      throw error;
    }
    otherNodes.apply();
    layer1.reconfigure(next);
    if (changed.some((name) => PLATFORM.has(name))) await changePlatform(next);
    log.level = next.logLevel;
    values = next;
    log.info({ changed: flagsOf(changed.filter((name) => !restart.includes(name))) }, 'settings reloaded');
    if (restart.length > 0)
      log.warn({ settings: flagsOf(restart) }, 'settings that need a restart stay as they were');
  }

  /** Where no live platform is named, the local one is what there is to tell of. */
  function openPlatform({ driveUrl, tenderdashUrl }: ServeValues): LivePlatform {
    if (driveUrl === undefined && tenderdashUrl === undefined && local !== undefined) {
      const absent = absentPlatform(VERSION, () => Math.floor(Date.now() / 1000));
      return { ...localPlatformStatus(absent, local.status), close: () => Promise.resolve() };
    }
    return livePlatform({
      driveUrl,
      tenderdashUrl,
      dapiVersion: VERSION,
      now: Date.now,
      onError: (error, part) => warn('platform status incomplete', part, { err: error, part }),
    });
  }

  async function changePlatform(next: ServeValues): Promise<void> {
    const former = platform;
    platform = openPlatform(next);
    await former.close();
  }

  async function close(): Promise<boolean> {
    await reloading;
    await gateway.close();
    layer1.close();
    const [isClosed = true] = await Promise.all([local?.close(), nodes.close(), platform.close()]);
    return isClosed;
  }
}

const PLATFORM: ReadonlySet<string> = new Set<keyof ServeValues>(['driveUrl', 'tenderdashUrl']);
const SETTINGS: Readonly<Record<string, Setting<unknown>>> = serveSettings;

/** Another certificate is taken over; whether there is one at all is not. */
function isReloadable(name: string, before: ServeValues, after: ServeValues): boolean {
  if (name === 'tlsCert' || name === 'tlsKey')
    return (before.tlsCert === undefined) === (after.tlsCert === undefined);
  return SETTINGS[name]?.isReloadable === true;
}

/** The names of the settings that have another value. */
function changesOf(before: ServeValues, after: ServeValues): string[] {
  const now: Readonly<Record<string, unknown>> = after;
  return Object.entries(before)
    .filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(now[name]))
    .map(([name]) => name);
}

function flagsOf(names: readonly string[]): string[] {
  return names.map((name) => SETTINGS[name]?.flag ?? name);
}

function gatewaySettings(values: ServeValues): GatewaySettings {
  const { tlsCert, tlsKey, adminHost, adminPort, stateDir } = values;
  return {
    ...DEFAULT_SETTINGS,
    ...values,
    ...limitSettings(values),
    stateDirectory: stateDir,
    tls: tlsCert === undefined || tlsKey === undefined ? undefined : { certFile: tlsCert, keyFile: tlsKey },
    admin: adminPort === 'none' ? undefined : { host: adminHost, port: adminPort },
  };
}
