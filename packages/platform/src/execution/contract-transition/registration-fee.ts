import { officialContract, STORAGE_CREDITS_PER_BYTE, type FeeEstimate, type Form } from '@dapikit/contract';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import type { Block, Network } from '../../state/chain/block.js';
import { protocolOf } from '../../state/chain/protocol.js';
import { contestRules } from '../../state/contest/contest-rules.js';
import { checkContract, type ContractVerdict } from '../../state/contract/check-contract.js';
import { ContractRejectedError } from '../../state/contract/contract-error.js';
import { createContractBook, describeVersion } from '../../state/contract/contract-book.js';
import { contractParts } from '../../state/contract/contract-parts.js';
import { putContract } from '../../state/contract/contract-store.js';
import { contractFee } from '../../state/fee/contract-fee.js';
import { createIdentity } from '../../state/identity/identity-store.js';
import type { KeyType } from '../../state/identity/public-key.js';
import { FIRST_KEYS, readKeys } from '../../state/identity/read-keys.js';
import { Overlay } from '../../store/overlay.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { systemContracts } from '../../state/system-contract/system-contracts.js';
import { SYSTEM_IDS } from '../../state/system-contract/system-ids.js';
import type { PlatformRules } from '../../state/rules/platform-rules.js';
import { quirksOf } from '../../state/rules/quirks.js';
import { runTransition } from '../transition/run-transition.js';
import { registerContract } from './register-contract.js';

const ID_BYTES = 32;

/** Lists the types of keys that can sign a registration. */
export const REGISTRATION_KEY_TYPES = [
  'ECDSA_HASH160',
  'ECDSA_SECP256K1',
  'BLS12_381',
] as const satisfies readonly KeyType[];

/** States what the fee of a registration depends on beside the contract. */
export interface RegistrationFeeOptions {
  /** 9 to the newest. */
  readonly protocolVersion: number;
  /** Form of the contract; detected when absent. */
  readonly form?: Form;
  /** Type of the key that signs; that of the first keys of `createIdentity` when absent. */
  readonly keyType?: (typeof REGISTRATION_KEY_TYPES)[number];
  /** The height of the block, which is stored with the contract; 1 when absent. */
  readonly height?: bigint;
  /** The time of the block in milliseconds, which is stored with the contract; now when absent. */
  readonly time?: number;
  /** `'regtest'` when absent. */
  readonly network?: Network;
}

/** Describes what a platform charges for a registration, in credits. */
export interface RegistrationFee {
  /** The registration charge by part, and the check of the schemas. */
  readonly components: FeeEstimate['components'];
  readonly registration: bigint;
  /** The bytes that the registration adds to the trees, and what they cost. */
  readonly storage: { readonly bytes: number; readonly credits: bigint };
  /** Cost of the signature, the nonce and the trees, without the check of the schemas. */
  readonly processing: bigint;
  /** The fee of `registerContract`. */
  readonly total: bigint;
}

/**
 * Returns what a platform with few contracts charges for the registration of a contract, without an increase: it registers the contract in an
 * empty state. The identities and tokens that the contract names are taken to exist, an id that it has to be the one of its registration, and no
 * other token to have distributions at the same times.
 *
 * @throws {ContractRejectedError} (it rejects) for a contract that the network rejects. @throws {ConsensusError} 40005 for distributions in the past.
 * @throws {RangeError} when `protocolVersion` is below 9 or unknown.
 */
export async function calculateRegistrationFee(
  contract: unknown,
  options: RegistrationFeeOptions,
): Promise<RegistrationFee> {
  const { form = 'auto', keyType = 'ECDSA_HASH160', height = 1n, time = Date.now() } = options;
  const { network = 'regtest' } = options;
  const { version: protocolVersion } = protocolOf(options.protocolVersion);
  const members = { id: NOBODY, ownerId: NOBODY, version: 1 };
  const official = officialContract(contract, members, {
    protocolVersion,
    form,
    replacesIds: true,
  });
  const whole = official?.text ?? contract;
  // Without a nonce, it is not checked whether an id of the contract fits.
  const verdict = checkContract({ kind: 'register', contract: whole, ...members, protocolVersion, network });
  if (!verdict.accepted)
    throw new ContractRejectedError(verdict.diagnostics, 'create', {
      contractId: NOBODY,
      official,
      protocolVersion,
    });
  const rules = rulesOf(protocolVersion, network, verdict);
  const block = { height, time, coreHeight: 1, epoch: 0 };
  const by = official?.ownerId ?? NOBODY;
  const view = new Overlay(EMPTY);
  addSearchContract(view, protocolVersion, block);
  await addNamed(view, { text: official?.text ?? '', signer: by, keyType, rules, block });
  const environment = { block, contracts: createContractBook(rules), rules };
  const outcome = await runTransition(view, registerContract({ by, contract: whole }, rules), environment);
  if (outcome.isRejected) throw outcome.error;
  const { storageFee: registration, processingFee: validation } = contractFee(verdict.fees);
  const { fee: total, storageFee = 0n } = outcome;
  const credits = storageFee - registration;
  return {
    components: verdict.fees?.components.filter(({ isExact }) => isExact) ?? [],
    registration,
    storage: { bytes: Number(credits / STORAGE_CREDITS_PER_BYTE.storage), credits },
    processing: total - storageFee - validation,
    total,
  };
}

const NOBODY = identifierText(new Uint8Array(ID_BYTES).fill(1));
/** More than any registration costs, in credits. */
const PLENTY = 2n ** 62n;

const EMPTY: StoreView = {
  get: () => Promise.resolve(undefined),
  getMany: (keys) => Promise.resolve(keys.map(() => undefined)),
  scan: () => Promise.resolve([]),
};

function rulesOf(protocolVersion: number, network: Network, verdict: ContractVerdict): PlatformRules {
  const quirks = quirksOf(protocolVersion, false, {});
  return {
    network,
    protocolVersion,
    contestRules: contestRules(network, protocolVersion),
    keyOrder: { unsignedByValue: false },
    quirks,
    checkContract: () => Promise.resolve(verdict),
  };
}

async function addUser(view: WritableView, id: Uint8Array, type: KeyType): Promise<void> {
  const keys = readKeys(
    FIRST_KEYS.map((key) => ({ ...key, type })),
    id,
    0,
  );
  await createIdentity(view, { id, keys, balance: PLENTY, requirements: new Map() });
}

/** Adds the contract whose documents a registration creates for keywords and the description. */
function addSearchContract(view: WritableView, protocolVersion: number, createdAt: Block): void {
  const search = systemContracts(protocolVersion).find(
    ({ id }) => compareBytes(id, SYSTEM_IDS.keywordSearch) === 0,
  );
  if (search !== undefined) putContract(view, { ...search, protocolVersion, createdAt });
}

/** Names what a contract refers to, and who signs its registration. */
interface Named {
  /** The official JSON. */
  readonly text: string;
  /** Base58. */
  readonly signer: string;
  readonly keyType: KeyType;
  readonly rules: PlatformRules;
  readonly block: Block;
}

/** Adds the signer, the identities that a contract names, and the contracts whose tokens its documents cost. */
async function addNamed(view: WritableView, { text, signer, keyType, rules, block }: Named): Promise<void> {
  const { groups, tokens } = contractParts(text);
  const members = groups.flatMap(({ memberIds }) => memberIds);
  const others = tokens.flatMap(({ identities }) => identities.map(({ identityId }) => identityId));
  for (const id of new Set([signer, ...members, ...others])) await addUser(view, bytesOf(id), keyType);
  const { protocolVersion } = rules;
  const own = { id: bytesOf(signer), version: 1, text, protocolVersion };
  const costs = describeVersion(own, protocolVersion).description.documentTypes.flatMap(({ tokenCost }) =>
    Object.values(tokenCost),
  );
  for (const contractId of new Set(costs.flatMap((cost) => cost?.contractId ?? []))) {
    const positions = costs.flatMap((cost) => (cost?.contractId === contractId ? [cost.tokenPosition] : []));
    const foreign = { $formatVersion: '1', tokens: Object.fromEntries(positions.map((at) => [at, {}])) };
    putContract(view, {
      ...own,
      id: bytesOf(contractId),
      ownerId: own.id,
      text: JSON.stringify(foreign),
      createdAt: block,
    });
  }
}
