import type { Gateway } from '@dapikit/gateway';
import type { Logger } from 'pino';
import { option, UsageError } from '../program/option.js';
import { portOwner } from './port-owner.js';

/**
 * The ports of the presets for a local network: that of dapi-client and evo-sdk, and those of the quorum lists of evo-sdk 4 and of
 * evo-sdk 3, which ignores `quorumUrl`.
 */
const PRESET_PORTS = [2443, 22444, 2444];
const MAX_PORT = 65_535;

type SdkPorts = 'auto' | 'off' | readonly number[];

/** Lists the options of the ports at which official SDKs find the development chain. */
export const sdkPortOptions = {
  sdkPorts: option<SdkPorts>({
    flag: 'sdk-ports',
    value: 'ports',
    about:
      'additional ports for the local presets of official SDKs: auto (2443, 22444 and 2444 if free; none with --port 0), off, or numbers such as 2443,22444',
    default: 'auto',
    read: readPorts,
  }),
} as const;

function readPorts(text: string, name: string): SdkPorts {
  if (text === 'auto' || text === 'off') return text;
  const ports = text.split(',').map(Number);
  if (ports.every((port) => Number.isInteger(port) && port > 0 && port <= MAX_PORT)) return ports;
  throw new UsageError(
    `${name}: expected auto, off, or ports from 1 to ${MAX_PORT} such as 2443,22444, found ${JSON.stringify(text)}`,
  );
}

/**
 * Opens the ports of the SDKs of a gateway. A port of `auto` that is taken is left out, with a warning that names its owner.
 * @param port of the gateway, as requested
 * @returns the ports that it listens at
 * @throws {NodeJS.ErrnoException} (it rejects) for a port that was given as a number
 */
export async function listenForSdks(
  gateway: Pick<Gateway, 'listenAt'>,
  { sdkPorts, port }: { readonly sdkPorts: SdkPorts; readonly port: number },
  log: Logger,
): Promise<readonly number[]> {
  if (sdkPorts === 'off' || (sdkPorts === 'auto' && port === 0)) return [];
  const listening: number[] = [];
  const taken: number[] = [];
  for (const wanted of sdkPorts === 'auto' ? PRESET_PORTS : sdkPorts) {
    try {
      listening.push(await gateway.listenAt(wanted));
    } catch (error) {
      if (sdkPorts !== 'auto') throw error;
      if (isInUse(error)) taken.push(wanted);
      else
        log.warn(
          { err: error, port: wanted },
          'cannot listen at the port for local presets of official SDKs',
        );
    }
  }
  await logTaken(taken, log);
  return listening;
}

const isInUse = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';

/** Logs who has the ports of the presets: most often one other network has all of them. */
async function logTaken(ports: readonly number[], log: Logger): Promise<void> {
  const byOwner = new Map<string, number[]>();
  for (const port of ports) {
    const owner = (await portOwner(port)) ?? 'another program';
    byOwner.set(owner, [...(byOwner.get(owner) ?? []), port]);
  }
  for (const [owner, its] of byOwner)
    log.warn(
      `port${its.length === 1 ? '' : 's'} ${its.join(', ')} ${its.length === 1 ? 'is' : 'are'} in use by ${owner}; not listening there for the local presets of official SDKs`,
    );
}
