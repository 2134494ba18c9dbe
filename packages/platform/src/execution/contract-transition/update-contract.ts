import { protocolAt } from '@dapikit/contract';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { readSigner } from '../../state/input/read-signed.js';
import type { ContractChange, Diagnostic, FeeEstimate } from '@dapikit/contract';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { CRITICAL_KEYS } from '../../state/identity/signing-key.js';
import { readId, type IdInput } from '../../state/input/read-input.js';
import type { Transition, TransitionContext, Signed } from '../transition/transition.js';
import type { PlatformRules } from '../../state/rules/platform-rules.js';
import { wireContract } from '../../trees/state-tree/wire-contract.js';
import { requireReferenced, type ReferencedContracts } from './referenced-contracts.js';
import { checkNamedIdentities } from './check-contract-state.js';
import { updateSearchDocuments } from './search-documents.js';
import { contractFee } from '../../state/fee/contract-fee.js';
import { BASE_FEES } from '../../state/fee/processing-cost.js';
import { rememberLatest, type CheckContract } from '../../state/contract/check-contract.js';
import { contractParts } from '../../state/contract/contract-parts.js';
import { ContractRejectedError } from '../../state/contract/contract-error.js';
import { describeVersion } from '../../state/contract/contract-book.js';
import { findStoredContract, type StoredContract } from '../../state/contract/contract-store.js';
import { hasOtherLayouts } from '../../state/contract/former-layouts.js';
import {
  addTokens,
  checkContractOwner,
  checkSize,
  findReferenced,
  storeContract,
  type RegisteredResult,
} from './register-contract.js';

/** Describes an update of a registered contract. */
export interface UpdateContract extends Signed {
  /** Base58; needed only if the contract does not contain it. */
  readonly contractId?: IdInput | undefined;
  /** JSON text, or its value: a whole contract, or its document types, where the rest stays. */
  readonly contract: unknown;
}

/** Describes the result of an update without its receipt. */
export interface UpdatedResult extends RegisteredResult {
  readonly changes: readonly ContractChange[];
}

interface CheckedUpdate {
  readonly before: StoredContract;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly changes: readonly ContractChange[];
  readonly error: ContractRejectedError | ConsensusError | undefined;
  readonly fees: FeeEstimate | undefined;
  readonly referenced: ReferencedContracts;
}

/**
 * Updates the contract of an id. It costs as much as a registration of all of it.
 *
 * @param sent the contract as it was signed, as bytes of the network.
 */
export function updateContract(
  { contract, contractId, ...signer }: UpdateContract,
  rules: PlatformRules,
  sent?: Uint8Array,
): Transition<UpdatedResult> {
  const [id, signed] = [readId(contractId, 'contractId'), readSigner(signer)];
  const check = rememberLatest(rules.checkContract);
  let judged: CheckedUpdate | undefined;
  const judge = async (context: TransitionContext): Promise<CheckedUpdate> => {
    const { view, signer: updater } = context;
    const before = await findStoredContract(view, id);
    if (before === undefined) throw new ConsensusError('DataContractNotPresentError', { dataContractId: id });
    const referenced = await findReferenced(view, contract, id, rules);
    judged = await checkUpdate(before, contract, { signerId: updater.id, referenced }, rules, check);
    return judged;
  };
  return {
    signed,
    nonceOwner: { contractId: id },
    keyRequirement: CRITICAL_KEYS,
    baseFee: BASE_FEES.identity,
    checkFirst: async ({ view }) => {
      const before = await findStoredContract(view, id);
      if (before === undefined) return;
      const referenced = await findReferenced(view, contract, id, rules);
      checkSize(await checkUpdate(before, contract, { signerId: signed.by, referenced }, rules, check));
    },
    requiredBalance: async (context) => {
      // It is executed again where another writer came first, who may have taken the contract away.
      judged = undefined;
      if ((await findStoredContract(context.view, id)) === undefined)
        return contractFee(undefined).requiredBalance;
      const { error, fees } = await judge(context);
      if (error?.isPaid === false) throw error;
      return contractFee(fees).requiredBalance;
    },
    execute: async (context) => {
      context.trace?.begin('contract');
      const checked = judged ?? (await judge(context));
      const { before, text, error, fees, diagnostics, changes } = checked;
      if (error !== undefined) throw error;
      requireReferenced(checked.referenced);
      const stored = await storeUpdate(context, { before, text, ...(sent && { sent }) }, rules);
      return { result: { contract: stored, diagnostics, changes }, ...contractFee(fees) };
    },
  };
}

/** Stores the next version of a contract, with the tokens that come with it. */
async function storeUpdate(
  context: TransitionContext,
  { before, text, sent }: Pick<CheckedUpdate, 'before' | 'text'> & { readonly sent?: Uint8Array },
  rules: PlatformRules,
): Promise<StoredContract> {
  const { view, block, contracts } = context;
  const { id, ownerId } = before;
  const old = contractParts(before.text);
  const parts = contractParts(text);
  const tokens = parts.tokens.filter(({ position }) =>
    old.tokens.every((token) => token.position !== position),
  );
  await checkNamedIdentities(view, id, { groups: parts.groups, tokens }, block);
  const { sent: _, ...kept } = before;
  const uncountedTypes = await findUncountedTypes(context, before, rules.protocolVersion);
  const stored = {
    ...kept,
    ...(sent && { sent }),
    version: before.version + 1,
    text,
    protocolVersion: rules.protocolVersion,
    ...(uncountedTypes.length > 0 && { uncountedTypes }),
    updatedAt: block,
  };
  await storeContract({ view, contracts, block }, await withFormer(context, before, stored));
  await updateSearchDocuments(context, stored);
  const name = { contractId: id, ownerId };
  // The network neither mints the base supply of a token that comes with an update nor distributes it: `update-token-added` says so.
  await (rules.quirks.addsTokensEmpty === true
    ? addTokens(view, { ...name, tokens: tokens.map((token) => ({ ...token, baseSupply: 0n })) })
    : addTokens(view, { ...name, tokens, configurations: wireContract(stored).tokens }));
  return stored;
}

/**
 * Returns an update with the versions by which documents are stored that it may not read: those that its predecessor has, and the
 * predecessor itself where it lays documents out otherwise.
 */
async function withFormer(
  { view, contracts, rules }: TransitionContext,
  before: StoredContract,
  stored: StoredContract,
): Promise<StoredContract> {
  const registered = await contracts.findContract(view, before.id);
  const { description: updated } = describeVersion(stored, rules.protocolVersion);
  if (registered === undefined || !hasOtherLayouts(registered.description, updated)) return stored;
  const { version, text, protocolVersion, uncountedTypes } = before;
  const latest = { version, text, protocolVersion, ...(uncountedTypes && { uncountedTypes }) };
  return { ...stored, former: [latest, ...(before.former ?? [])] };
}

/**
 * Returns the types whose documents were stored without aggregates, at a protocol in which those keywords had no meaning: trees and
 * aggregates of theirs would begin with an update.
 */
async function findUncountedTypes(
  { view, contracts }: TransitionContext,
  before: StoredContract,
  protocolVersion: number,
): Promise<readonly string[]> {
  if (protocolAt(before.protocolVersion).aggregates || !protocolAt(protocolVersion).aggregates)
    return before.uncountedTypes ?? [];
  const contract = await contracts.findContract(view, before.id);
  return contract?.description.documentTypes.map(({ name }) => name) ?? [];
}

async function checkUpdate(
  before: StoredContract,
  contract: unknown,
  { signerId, referenced }: { readonly signerId: Uint8Array; readonly referenced: ReferencedContracts },
  { protocolVersion, network }: PlatformRules,
  check: CheckContract,
): Promise<CheckedUpdate> {
  const isOwner = compareBytes(signerId, before.ownerId) === 0;
  const { official, accepted, diagnostics, changes, fees } = await check({
    kind: isOwner ? 'update' : 'foreign-update',
    contract,
    id: identifierText(before.id),
    ownerId: identifierText(signerId),
    version: before.version + 1,
    registered: before.text,
    others: referenced.texts,
    protocolVersion,
    network,
  });
  if (official !== undefined) checkContractOwner(official.ownerId, signerId);
  const judged = { before, diagnostics, changes, referenced };
  if (isOwner && official !== undefined && accepted)
    return { ...judged, text: official.text, error: undefined, fees };
  const error =
    isOwner || !accepted
      ? new ContractRejectedError(diagnostics, 'update', {
          contractId: identifierText(before.id),
          official,
          registeredVersion: before.version,
          protocolVersion,
        })
      : new ConsensusError('DataContractUpdatePermissionError', {
          dataContractId: before.id,
          ownerId: before.ownerId,
          identityId: signerId,
        });
  return { ...judged, text: '', error, fees: undefined };
}
