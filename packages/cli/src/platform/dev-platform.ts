import { decodeAddress, type DevChain } from '@dapikit/chain';
import type { PlatformSource } from '@dapikit/gateway';
import type { Platform, Store } from '@dapikit/platform';
import type { LocalStatus } from './local-platform-status.js';
import { within } from './within.js';

/** What the platform of `dapikit dev` is, and where it keeps its state: in a folder, in PostgreSQL, or for as long as it runs. */
export interface PlatformPlace {
  readonly platformData?: string | undefined;
  readonly platformStore?: string | undefined;
  /** 9 to 13. */
  readonly platformProtocol: number;
}

/** What asks for more than the platform does not wait for it longer. */
const LONGEST_LOOK_MS = 3_000;

/** A platform beside a development chain. */
export interface DevPlatform extends PlatformSource {
  /** Where it stands; it is made where it was not yet. Rejects as `platform` does, and when that takes long. */
  readonly status: () => Promise<LocalStatus>;
  close(): Promise<void>;
}

/**
 * A platform whose blocks know the height of a development chain, whose time runs and goes on with that of the chain, and
 * whose masternodes are those of its list. It is made, and its package loaded, when it is first asked for.
 */
export function devPlatform(chain: DevChain, place: PlatformPlace): DevPlatform {
  let opening: Promise<Platform> | undefined;
  let started: Platform | undefined;
  let masternodes: (() => Promise<void>) | undefined;
  let telling: Promise<void> = Promise.resolve();
  const open = async (): Promise<Platform> => {
    const { createClock, createPlatform } = await import('@dapikit/platform');
    const begun = Date.now();
    const store = await openStore(place);
    const platform = await createPlatform({
      ...(store === undefined ? {} : { store }),
      protocolVersion: place.platformProtocol,
      clock: createClock({ source: () => chain.clock.now * 1000 + (Date.now() - begun) }),
      coreHeight: () => chain.tip().height,
    });
    masternodes = await masternodeTeller(platform, chain);
    started = platform;
    return platform;
  };
  const platform = async (): Promise<Platform> => {
    opening ??= open();
    try {
      const platform = await opening;
      telling = telling.catch(() => undefined).then(masternodes);
      await telling;
      return platform;
    } catch (error) {
      if (started === undefined) opening = undefined;
      throw error;
    }
  };
  return {
    platform,
    status: async () =>
      within(
        LONGEST_LOOK_MS,
        platform().then(async (open) => open.status()),
      ),
    close: async () => {
      const platform = await opening?.catch(() => undefined);
      await platform?.close();
    },
  };
}

async function openStore({ platformData, platformStore }: PlatformPlace): Promise<Store | undefined> {
  const { openLmdbStore, openPostgresStore } = await import('@dapikit/platform');
  if (platformStore !== undefined) return openPostgresStore({ url: platformStore });
  return platformData === undefined ? undefined : openLmdbStore({ path: platformData });
}

/** Tells a platform which masternodes of a chain came, left or have another voting key since it was called last. */
async function masternodeTeller(platform: Platform, chain: DevChain): Promise<() => Promise<void>> {
  const { readProTxHash } = await import('@dapikit/platform');
  const told = new Set<string>();
  let tip = '';
  return async () => {
    const { hash } = chain.tip();
    if (hash === tip) return;
    const known = new Map((await platform.listMasternodes()).map((one) => [one.proTxHash, one]));
    const gone = new Set(told);
    for (const { proTxHash, type, ...addresses } of chain.masternodes.list()) {
      const id = readProTxHash(proTxHash);
      const votingAddress = keyHash(addresses.votingAddress);
      const before = known.get(id);
      gone.delete(id);
      told.add(id);
      if (before === undefined)
        await platform.registerMasternode({
          proTxHash,
          isEvolution: type === 'evo',
          votingAddress,
          ownerAddress: keyHash(addresses.ownerAddress),
          payoutAddress: keyHash(addresses.payoutAddress ?? addresses.ownerAddress),
        });
      else if (before.votingAddress !== votingAddress)
        await platform.changeVotingAddress({ proTxHash, votingAddress });
    }
    for (const proTxHash of gone) {
      told.delete(proTxHash);
      if (known.has(proTxHash)) await platform.removeMasternode({ proTxHash });
    }
    tip = hash;
  };
}

/** The hash that an address stands for, in hexadecimal digits. */
const keyHash = (address: string): string => Buffer.from(decodeAddress(address).hash).toString('hex');
