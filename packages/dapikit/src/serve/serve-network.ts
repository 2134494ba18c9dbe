import {
  absentPlatform,
  gatewayObserver,
  inProcessLayer1,
  loadLaterModules,
  openNetworkOfPeers,
  startGateway,
  type Gateway,
  type OpenNetwork,
} from '@dapikit/gateway';
import { useFastBls } from './fast-bls.js';
import { ForkError, VerificationError } from '@dapikit/light-client';
import { describeVerification } from '../network/describe-verification.js';
import { CommandError } from '../program/command.js';
import { VERSION } from '../program/version.js';
import { readNetwork } from '../network/read-network.js';
import type { ServeValues } from '../settings/settings-table.js';
import type { ServedGateway, ServeParts } from './served-gateway.js';
import { gatewaySettings } from './settings-changes.js';
import { SettingsReload } from './settings-reload.js';
import { StoredNetwork } from './stored-network.js';
import { studioFiles } from './studio-files.js';

/** Says what this mode is proven with: the first line of its log. */
const NOT_YET =
  'this mode is proven with recorded data and local networks and has not yet run against public nodes';

/**
 * Serves a gateway without a node, from untrusted peers.
 * @throws {CommandError} when the network, its checkpoint or its stored forks do not allow it
 * @throws {CertificateError} and errors of the system: {@link startGateway}
 */
export async function serveNetwork(
  values: ServeValues,
  name: string,
  parts: ServeParts,
): Promise<ServedGateway> {
  const { log, metrics, metricsText } = parts;
  log.warn({ network: name }, NOT_YET);
  const observer = gatewayObserver(metrics);
  const { network, stored } = await opened(values, name, { log, observer });
  try {
    const studio = values.studio ? await studioFiles(log) : undefined;
    await loadLaterModules();
    const gateway = await startGateway(gatewaySettings(values), {
      layer1: inProcessLayer1(network.layer1),
      peers: network.peers,
      quorums: network.quorums,
      platformStatus: absentPlatform(VERSION, () => Math.floor(Date.now() / 1000)),
      log,
      now: Date.now,
      observer,
      metrics,
      ...(studio && { studio }),
      ...(metricsText && { metricsText }),
      nodes: network.reports,
      verification: network.verification,
    });
    return new GatewayOfNetwork(values, parts, { gateway, network, stored });
  } catch (error) {
    await network.close();
    throw error;
  }
}

async function opened(
  values: ServeValues,
  name: string,
  { log, observer }: Pick<ServeParts, 'log'> & { readonly observer: ReturnType<typeof gatewayObserver> },
): Promise<{ readonly network: OpenNetwork; readonly stored: StoredNetwork }> {
  void useFastBls(log);
  try {
    const served = await readNetwork({ name, checkpoint: values.checkpoint, peers: values.peers });
    const stored = await StoredNetwork.open(served, values.stateDirectory, log);
    const begin = await stored.begin({ acceptFork: values.acceptFork, maxAgeDays: values.maxCheckpointAge });
    log.info(
      { network: served.network.name, height: begin.start.height, peers: served.peers.length },
      'network opened',
    );
    const network = await openNetworkOfPeers({
      ...served,
      ...begin,
      software: `/dapikit:${VERSION}/`,
      checksWork: values.checkWork,
      acceptsExpiredCertificates: values.acceptExpiredCertificates,
      requireStart: (start) => stored.requireYoung(start, values.maxCheckpointAge),
      log,
      observer,
      on: {
        completed: ({ height, quorums }, requests) =>
          log.info({ height, quorums: quorums.length, requests }, 'quorums of the checkpoint read'),
        ...stored.listeners('peers'),
      },
    });
    return { network, stored };
  } catch (error) {
    if (error instanceof VerificationError) throw new CommandError(describeVerification(error));
    throw error;
  }
}

/** Follows the network until it is closed, or a fork stops it; resolves with the reason where its checkpoint leads nowhere. Never rejects. */
async function follow(network: OpenNetwork, log: ServeParts['log']): Promise<CommandError | undefined> {
  try {
    await network.start();
    const { height, hash } = await network.layer1.tip();
    log.info({ height, hash }, 'network verified');
  } catch (error) {
    if (error instanceof VerificationError)
      return new CommandError(`network cannot be followed: ${describeVerification(error)}`);
    // Forks are logged where they are found.
    if (!(error instanceof ForkError)) log.debug({ err: error }, 'network no longer followed');
  }
  return undefined;
}

/** Follows the network. Resolves where its checkpoint leads nowhere, and never otherwise. */
async function failureOf(network: OpenNetwork, log: ServeParts['log']): Promise<CommandError> {
  return (await follow(network, log)) ?? new Promise<never>(() => undefined);
}

interface OpenParts {
  readonly gateway: Gateway;
  readonly network: OpenNetwork;
  readonly stored: StoredNetwork;
}

class GatewayOfNetwork implements ServedGateway {
  readonly gateway: Gateway;
  readonly failed: Promise<CommandError>;
  readonly #open: OpenParts;
  readonly #reload: SettingsReload;

  constructor(values: ServeValues, parts: ServeParts, open: OpenParts) {
    this.gateway = open.gateway;
    this.#open = open;
    this.failed = failureOf(open.network, parts.log);
    this.#reload = new SettingsReload(values, parts, async (next) =>
      open.gateway.reconfigure(gatewaySettings(next)),
    );
  }

  reload(): Promise<void> {
    return this.#reload.reload();
  }

  async close(): Promise<boolean> {
    const { gateway, network, stored } = this.#open;
    await this.#reload.ended();
    await gateway.close();
    await network.close();
    await stored.close();
    return true;
  }
}
