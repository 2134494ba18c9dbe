import { firstProtocolWith, protocolAt, type Diagnostic, type FeeEstimate } from '@dapikit/contract';
import { identifierText } from '../../base/bytes/identifier.js';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { CONTRACT_CREATE_KEYS } from '../../state/identity/signing-key.js';
import { InputError } from '../../base/errors/input-error.js';
import type { Transition, TransitionContext, Signed } from '../transition/transition.js';
import { readNonce, readSigner } from '../../state/input/read-signed.js';
import type { PlatformRules } from '../../state/rules/platform-rules.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { tokenId } from '../../state/token/token-id.js';
import type { TokenConfiguration } from '@dapikit/protocol';
import { putTokenDistributions } from '../../state/token/token-distributions.js';
import { addTokenStatus, registerToken, findToken } from '../../state/token/token-store.js';
import { wireContract } from '../../trees/state-tree/wire-contract.js';
import {
  findReferencedContracts,
  NO_REFERENCED,
  requireReferenced,
  type ReferencedContracts,
} from './referenced-contracts.js';
import { checkGroupStructure, storeContractGroups } from './check-contract-groups.js';
import {
  readGroupRequest,
  type ContractGroupMembership,
  type GroupRequest,
  type RegisterContractGroup,
} from './read-contract-group.js';
import { checkForeignTokens, checkModerators, checkNamedIdentities } from './check-contract-state.js';
import { storeSearchDocuments } from './search-documents.js';
import { contractFee } from '../../state/fee/contract-fee.js';
import { BASE_FEES } from '../../state/fee/processing-cost.js';
import { rememberLatest, type CheckContract } from '../../state/contract/check-contract.js';
import { contractId } from '../../state/contract/contract-id.js';
import { contractParts, type TokenPart } from '../../state/contract/contract-parts.js';
import { ContractRejectedError } from '../../state/contract/contract-error.js';
import {
  putContract,
  putContractVersion,
  findStoredContract,
  type StoredContract,
} from '../../state/contract/contract-store.js';

/** Describes a contract to register. */
export interface RegisterContract extends Signed {
  /** JSON text, or its value: a whole contract, or its document types. */
  readonly contract: unknown;
  /** Contract group that the registration makes, from protocol 14 on. */
  readonly contractGroup?: RegisterContractGroup;
  /** Contract groups that the contract, or parts of it, join, from protocol 14 on; at most 16. */
  readonly contractGroupMemberships?: readonly ContractGroupMembership[];
}

/** Describes a contract that was judged. */
interface CheckedContract {
  readonly id: Uint8Array;
  /** The official JSON; empty where it has none. */
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly error: ContractRejectedError | undefined;
  readonly fees: FeeEstimate | undefined;
  readonly referenced: ReferencedContracts;
}

/** Describes the result of a registration without its receipt. */
export interface RegisteredResult {
  readonly contract: StoredContract;
  /** Warnings and hints about what is accepted. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Describes the contract group that a registration made. */
interface MadeGroup {
  /** Absent where none was made. */
  readonly contractGroupId?: Uint8Array;
}

/**
 * Registers a contract. Its id follows from owner and nonce: for who does not sign it is computed, and the signer is the owner, whatever the
 * contract says.
 *
 * @param sent the contract as it was signed, as bytes of the network.
 */
export function registerContract(
  { contract, contractGroup, contractGroupMemberships, ...signer }: RegisterContract,
  rules: PlatformRules,
  sent?: Uint8Array,
): Transition<RegisteredResult & MadeGroup> {
  const signed = readSigner(signer);
  const groups = readGroupRequest(contractGroup, contractGroupMemberships);
  rejectGroupsBefore14(groups, rules);
  const replacesIds = sent === undefined;
  const latest = rememberLatest(rules.checkContract);
  const check: CheckContract = async (one) => latest({ ...one, replacesIds });
  let judged: CheckedContract | undefined;
  const judge = async (context: TransitionContext): Promise<CheckedContract> => {
    const { view, nonce } = context;
    const ownerId = context.signer.id;
    const id = contractId(ownerId, nonce);
    const referenced = await findReferenced(view, contract, id, rules);
    judged = await checkNewContract(contract, { id, ownerId, nonce, referenced }, rules, check);
    return judged;
  };
  return {
    signed,
    nonceOwner: {},
    keyRequirement: CONTRACT_CREATE_KEYS,
    baseFee: BASE_FEES.identity,
    checkFirst: async ({ view }) => {
      const nonce = signed.nonce === undefined ? 1n : readNonce(signed.nonce);
      const id = contractId(signed.by, nonce);
      const referenced = await findReferenced(view, contract, id, rules);
      checkSize(
        await checkNewContract(contract, { id, ownerId: signed.by, nonce, referenced }, rules, check),
      );
    },
    requiredBalance: async (context) => {
      const { error, fees, text } = await judge(context);
      if (error?.isPaid === false) throw error;
      if (text !== '') checkGroupStructure(groups, context.signer.id, text);
      return contractFee(fees).requiredBalance;
    },
    execute: async (context) => {
      context.trace?.begin('contract');
      const { id, text, error, fees, diagnostics, referenced } = judged ?? (await judge(context));
      if (error !== undefined) throw error;
      requireReferenced(referenced);
      const stored = {
        id,
        ownerId: context.signer.id,
        version: 1,
        text,
        ...(sent && { sent }),
        protocolVersion: rules.protocolVersion,
        createdAt: context.block,
      };
      await addContract(context, stored);
      const contractGroupId = await storeContractGroups(context, id, groups);
      const made = contractGroupId === undefined ? {} : { contractGroupId };
      return { result: { contract: stored, diagnostics, ...made }, ...contractFee(fees) };
    },
  };
}

/** Rejects contract groups where the protocol has none. @throws {InputError} */
function rejectGroupsBefore14(
  { registration, memberships }: GroupRequest,
  { protocolVersion }: PlatformRules,
): void {
  if (
    (registration === undefined && memberships.length === 0) ||
    protocolAt(protocolVersion).extendedLanguage
  )
    return;
  const place = registration === undefined ? 'contractGroupMemberships' : 'contractGroup';
  throw new InputError(place, {
    problem: `protocol ${protocolVersion} has no contract groups: they exist from protocol ${firstProtocolWith('extendedLanguage')} on`,
    expected: 'none',
    found: registration ?? memberships,
  });
}

/** Rejects a contract for its size, whatever else is wrong with it. @throws {ContractRejectedError} 10602, unpaid. */
export function checkSize({
  error,
}: {
  readonly error: ConsensusError | ContractRejectedError | undefined;
}): void {
  if (error?.code === TOO_LARGE) throw error;
}

/** The number of StateTransitionMaxSizeExceededError. */
const TOO_LARGE = 10_602;

/** Stores a new contract and its tokens. @throws {ConsensusError} 40000 and 40005 to 40009. */
export async function addContract(
  { view, block, contracts }: Pick<TransitionContext, 'view' | 'block' | 'contracts'>,
  stored: StoredContract,
): Promise<void> {
  const { id, ownerId, text } = stored;
  const parts = contractParts(text);
  await checkNamedIdentities(view, id, parts, block);
  if ((await findStoredContract(view, id)) !== undefined)
    throw new ConsensusError('DataContractAlreadyPresentError', { dataContractId: id });
  await storeContract({ view, contracts, block }, stored);
  await storeSearchDocuments({ view, contracts, block }, stored);
  await addTokens(view, {
    contractId: id,
    ownerId,
    tokens: parts.tokens,
    configurations: wireContract(stored).tokens,
  });
}

/** Stores a contract, and the version where it keeps history. @throws {ConsensusError} 40008 or 40009. */
export async function storeContract(
  { view, contracts, block }: Pick<TransitionContext, 'view' | 'contracts' | 'block'>,
  stored: StoredContract,
): Promise<void> {
  putContract(view, stored);
  const registered = await contracts.findContract(view, stored.id);
  if (registered === undefined) throw new RangeError('the stored contract is missing');
  await checkForeignTokens(view, registered);
  await checkModerators(view, registered);
  if (registered.description.config.keepsHistory) putContractVersion(view, stored, block.time);
  if (stored.version > 1)
    for (const { position } of contractParts(stored.text).tokens)
      await addTokenStatus(view, tokenId(stored.id, position));
}

/** Registers tokens and gives out their base supply. Those stay as they are that a contract left which was deleted. */
export async function addTokens(
  view: WritableView,
  {
    contractId,
    ownerId,
    tokens,
    configurations,
  }: {
    readonly contractId: Uint8Array;
    readonly ownerId: Uint8Array;
    readonly tokens: readonly TokenPart[];
    /** Those that say what is distributed; absent where nothing is. */
    readonly configurations?: ReadonlyMap<number, TokenConfiguration>;
  },
): Promise<void> {
  for (const { position, baseSupply, startAsPaused, recipientId: named } of tokens) {
    const id = tokenId(contractId, position);
    if ((await findToken(view, id)) !== undefined) continue;
    const hasDistributions = configurations !== undefined;
    const recipientId = named === undefined ? ownerId : bytesOf(named);
    registerToken(view, { contractId, position, baseSupply, startAsPaused, recipientId, hasDistributions });
    const rules = configurations?.get(position)?.distributionRules;
    if (rules !== undefined) putTokenDistributions(view, id, rules);
  }
}

async function checkNewContract(
  contract: unknown,
  {
    id,
    ownerId,
    nonce,
    referenced,
  }: {
    readonly id: Uint8Array;
    readonly ownerId: Uint8Array;
    readonly nonce: bigint;
    readonly referenced: ReferencedContracts;
  },
  { protocolVersion, network }: PlatformRules,
  check: CheckContract,
): Promise<CheckedContract> {
  const { official, accepted, diagnostics, fees } = await check({
    kind: 'register',
    contract,
    id: identifierText(id),
    ownerId: identifierText(ownerId),
    version: 1,
    identityNonce: nonce,
    others: referenced.texts,
    protocolVersion,
    network,
  });
  if (official !== undefined) checkContractOwner(official.ownerId, ownerId);
  if (official === undefined || !accepted)
    return {
      id,
      text: official?.text ?? '',
      diagnostics,
      error: new ContractRejectedError(diagnostics, 'create', {
        contractId: identifierText(id),
        official,
        protocolVersion,
      }),
      fees: undefined,
      referenced,
    };
  return { id, text: official.text, diagnostics, error: undefined, fees, referenced };
}

/** Finds the contracts to which references lead, where the protocol has any. */
export const findReferenced = async (
  view: StoreView,
  contract: unknown,
  id: Uint8Array,
  { protocolVersion }: PlatformRules,
): Promise<ReferencedContracts> =>
  protocolAt(protocolVersion).extendedLanguage ? findReferencedContracts(view, contract, id) : NO_REFERENCED;

/** Checks that the signer is the owner, as on the network. @throws {InputError} */
export function checkContractOwner(found: string | undefined, signerId: Uint8Array): void {
  const expected = identifierText(signerId);
  if (found === undefined || found === expected) return;
  throw new InputError('contract.ownerId', {
    problem: `${found} is not ${expected}, who signs`,
    expected,
    found,
    fix: 'leave it out, or act as that identity',
  });
}
