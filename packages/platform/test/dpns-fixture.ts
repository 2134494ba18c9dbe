import { createHash } from 'node:crypto';
import type { Network } from '../src/state/chain/block.js';
import { createClock, type Clock } from '../src/state/chain/clock.js';
import type { CreateReceipt } from '../src/api/document-api.js';
import { createPlatform, type Platform } from '../src/api/platform.js';
import type { StateSigner } from '../src/trees/state-tree/state-signer.js';
import type { Store } from '../src/store/store.js';
import { DPNS } from '../src/state/system-contract/system-ids.js';
import { DASH, T0 } from './platform-fixture.js';

export const PRICE = 20_000_000_000n;
export const INDEX = { contractId: DPNS, documentType: 'domain', indexName: 'parentNameAndLabel' };

/** A platform and the names of the people on it. */
export interface NameRoom {
  readonly platform: Platform;
  readonly clock: Clock;
  /** Identities by their names; they come when they are asked for first. */
  readonly who: (name: string) => Promise<string>;
  /** ProTx hashes by their names; those of evolution masternodes begin with E. */
  readonly node: (name: string) => Promise<string>;
}

export interface NameRoomOptions {
  readonly network?: Network;
  readonly protocolVersion?: number;
  readonly strict?: boolean;
  readonly time?: number;
  readonly signer?: () => StateSigner;
  readonly blockTime?: () => number;
}

export async function openNameRoom(store: Store, options: NameRoomOptions = {}): Promise<NameRoom> {
  const { network = 'regtest', protocolVersion = 13, strict = false, time = T0, signer, blockTime } = options;
  const clock = createClock({ time, frozen: true });
  const platform = await createPlatform({
    store,
    network,
    protocolVersion,
    strict,
    clock,
    ...(signer && { signer }),
    ...(blockTime && { blockTime }),
  });
  const [identities, masternodes] = [new Map<string, string>(), new Map<string, string>()];
  return {
    platform,
    clock,
    who: async (name) => {
      const known = identities.get(name);
      if (known !== undefined) return known;
      const { id } = await platform.createIdentity({ credits: 10n * DASH, seed: name });
      identities.set(name, id);
      return id;
    },
    node: async (name) => {
      const known = masternodes.get(name);
      if (known !== undefined) return known;
      const { proTxHash } = await platform.registerMasternode({ isEvolution: name.startsWith('E') });
      masternodes.set(name, proTxHash);
      return proTxHash;
    },
  };
}

const doubleHash = (...parts: readonly Uint8Array[]): Buffer => {
  const once = createHash('sha256').update(Buffer.concat(parts)).digest();
  return createHash('sha256').update(once).digest();
};

export const normalized = (label: string): string =>
  label.toLowerCase().replaceAll('o', '0').replaceAll(/[il]/g, '1');

/** The document of a name as its owner sends it. */
export const nameOf = (label: string, ownerId: string, salt: Uint8Array): Record<string, unknown> => ({
  label,
  normalizedLabel: normalized(label),
  parentDomainName: 'dash',
  normalizedParentDomainName: 'dash',
  preorderSalt: salt,
  records: { identity: ownerId },
  subdomainRules: { allowSubdomains: false },
});

/** Announces a name; gives the salt. Every announcement has another one. */
export async function preorder({ platform }: NameRoom, by: string, label: string): Promise<Uint8Array> {
  const { block } = await platform.status();
  const salt = createHash('sha256').update(`${by} ${label} ${block?.height}`).digest();
  const saltedDomainHash = doubleHash(salt, Buffer.from(`${normalized(label)}.dash`));
  await platform.createDocument({
    by,
    contractId: DPNS,
    documentType: 'preorder',
    data: { saltedDomainHash },
  });
  return salt;
}

export interface Claim {
  readonly prefundedVotingBalance?: 'auto' | { indexName: string; credits: bigint };
  readonly entropy?: Uint8Array;
}

/** Announces a name and asks for it. */
export async function claim(
  room: NameRoom,
  name: string,
  label: string,
  more: Claim = { prefundedVotingBalance: 'auto' },
): Promise<CreateReceipt> {
  const by = await room.who(name);
  const salt = await preorder(room, by, label);
  const data = nameOf(label, by, salt);
  return room.platform.createDocument({ by, contractId: DPNS, documentType: 'domain', data, ...more });
}

/** Who a masternode votes for: the name of an identity, or nobody. */
export async function vote(
  room: NameRoom,
  masternode: string,
  label: string,
  choice: 'lock' | 'abstain' | { readonly for: string },
): Promise<void> {
  await room.platform.vote({
    ...INDEX,
    proTxHash: await room.node(masternode),
    indexValues: ['dash', normalized(label)],
    choice: typeof choice === 'string' ? choice : { towardsIdentity: await room.who(choice.for) },
  });
}

export const stateOf = async ({ platform }: NameRoom, label: string) =>
  platform.getVoteState({
    ...INDEX,
    indexValues: ['dash', normalized(label)],
    resultType: 'voteTally',
    includeLockedAndAbstaining: true,
  });

/** Who owns a name, or nobody. */
export async function ownerOf({ platform }: NameRoom, label: string): Promise<unknown> {
  const [name] = await platform.getDocuments({
    contractId: DPNS,
    documentType: 'domain',
    where: [
      ['normalizedParentDomainName', '==', 'dash'],
      ['normalizedLabel', '==', normalized(label)],
    ],
  });
  return name?.['$ownerId'];
}
