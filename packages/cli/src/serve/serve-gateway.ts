import { SwitchableLayer1 } from '@dapikit/chain';
import {
  DEFAULT_SETTINGS,
  gatewayObserver,
  livePlatform,
  type Metrics,
  rememberingLayer1,
  startGateway,
  type Gateway,
  type GatewaySettings,
} from '@dapikit/gateway';
import type { Logger } from 'pino';
import { VERSION } from '../version.js';
import { limitSettings } from '../commands/limit-options.js';
import { openNodes, type Nodes } from './nodes.js';
import type { ResolvedSettings } from './resolve-settings.js';
import { studioFiles } from './studio-files.js';
import { serveSettings, type ServeValues } from './serve-settings.js';
import type { Setting } from './setting.js';

/** A gateway in front of nodes, while it serves. */
export interface ServedGateway {
  readonly gateway: Gateway;
  /** Reads the settings again. What is wrong is told in the log, and the former ones hold on. Never fails. */
  reload(): Promise<void>;
  close(): Promise<void>;
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
 * @throws {CommandFailure} {@link openNodes}
 * @throws {CertificateError} and errors of the system: {@link startGateway}
 */
export async function serveGateway(initial: ServeValues, parts: ServeParts): Promise<ServedGateway> {
  const { log, metrics } = parts;
  const observer = gatewayObserver(metrics);
  const listeners = { observer, metrics, log };
  let values = initial;
  let nodes = await openNodes(values.nodes, listeners);
  const behind = new SwitchableLayer1(nodes.layer1);
  const layer1 = rememberingLayer1(behind, values);
  const platform = livePlatform({
    driveUrl: values.driveUrl,
    tenderdashUrl: values.tenderdashUrl,
    dapiVersion: VERSION,
    now: Date.now,
    onError: (error, part) => log.warn({ err: error, part }, 'platform status incomplete'),
  });
  const studio = values.studio ? await studioFiles(log) : undefined;
  let reloading: Promise<void> = Promise.resolve();
  const gateway = await start();
  return { gateway, reload: () => (reloading = inTurn()), close };

  async function start(): Promise<Gateway> {
    try {
      return await startGateway(gatewaySettings(values), {
        layer1,
        platformStatus: platform,
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
    const other = changed.includes('nodes') ? await openNodes(wanted.nodes, listeners) : undefined;
    try {
      await gateway.reconfigure(gatewaySettings(wanted));
    } catch (error) {
      await other?.close();
      throw error;
    }
    log.level = wanted.logLevel;
    if (other !== undefined) void change(other);
    const restart = changed.filter((name) => !SETTINGS[name]?.isReloadable);
    const running: Readonly<Record<string, unknown>> = values;
    values = { ...wanted, ...Object.fromEntries(restart.map((name) => [name, running[name]])) };
    log.info({ changed: flagsOf(changed) }, 'settings reloaded');
    if (restart.length > 0)
      log.warn({ settings: flagsOf(restart) }, 'settings that need a restart stay as they were');
  }

  async function change(other: Nodes): Promise<void> {
    const former = nodes;
    nodes = other;
    await behind.switchTo(other.layer1);
    await former.close();
  }

  async function close(): Promise<void> {
    await reloading;
    await gateway.close();
    layer1.close();
    behind.close();
    await Promise.all([nodes.close(), platform.close()]);
  }
}

const SETTINGS: Readonly<Record<string, Setting<unknown>>> = serveSettings;

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
