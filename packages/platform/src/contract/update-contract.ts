import {
  compareContracts,
  estimateFees,
  officialContract,
  validateContract,
  type ContractChange,
  type Diagnostic,
  type FeeEstimate,
} from '@dapikit/contract';
import { PlatformError } from '../consensus-error.js';
import { CRITICAL_KEYS } from '../identity/signing-key.js';
import { readId } from '../input/read-input.js';
import type { Operation, OperationContext, Signed } from '../operation/operation.js';
import type { Terms } from '../operation/terms.js';
import { checkNamedIdentities } from './check-state.js';
import { contractFee, REFUSED_CONTRACT_FEE } from './contract-fee.js';
import { contractParts } from './contract-parts.js';
import { ContractRefused } from './contract-refused.js';
import { storedContract, type StoredContract } from './contract-store.js';
import {
  addTokens,
  checkOwner,
  checkSize,
  storeContract,
  type RegisteredResult,
} from './register-contract.js';

/** What a registered contract is to become. */
export interface UpdateContract extends Signed {
  /** Base58; only needed where the contract does not say it. */
  readonly contractId?: string;
  /** JSON text, or the value that it stands for: a whole contract, or its document types, where the rest stays. */
  readonly contract: unknown;
}

/** What an update gives beside its receipt. */
export interface UpdatedResult extends RegisteredResult {
  readonly changes: readonly ContractChange[];
}

interface Judged {
  readonly before: StoredContract;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly changes: readonly ContractChange[];
  readonly refused: ContractRefused | PlatformError | undefined;
  readonly fees: FeeEstimate | undefined;
}

/** Updates a contract. It costs as much as a registration of all of it. */
export function updateContract(
  { contract, contractId, ...signed }: UpdateContract,
  terms: Terms,
): Operation<UpdatedResult> {
  const id = readId(contractId ?? statedId(contract), 'contractId');
  let judged: Judged | undefined;
  const judge = async ({ view, signer }: OperationContext): Promise<Judged> => {
    const before = await storedContract(view, id);
    if (before === undefined) throw new PlatformError('DataContractNotPresentError', { contractId: id });
    judged = judgeUpdate(before, contract, signer.id, terms);
    return judged;
  };
  return {
    signed,
    nonceOf: { contractId: id },
    keyDemand: CRITICAL_KEYS,
    refusalFee: REFUSED_CONTRACT_FEE,
    checkFirst: async ({ view }) => {
      const before = await storedContract(view, id);
      if (before !== undefined) checkSize(judgeUpdate(before, contract, readId(signed.by, 'by'), terms));
    },
    requiredBalance: async (context) => {
      // It is executed again where another writer came first, who may have taken the contract away.
      judged = undefined;
      if ((await storedContract(context.view, id)) === undefined)
        return contractFee(undefined).requiredBalance;
      const { refused, fees } = await judge(context);
      if (refused?.isPaid === false) throw refused;
      return contractFee(fees).requiredBalance;
    },
    execute: async (context) => {
      const { view, block, contracts } = context;
      const { before, text, refused, fees, diagnostics, changes } = judged ?? (await judge(context));
      if (refused !== undefined) throw refused;
      const old = contractParts(before.text);
      const parts = contractParts(text);
      const tokens = parts.tokens.filter(({ position }) =>
        old.tokens.every((token) => token.position !== position),
      );
      await checkNamedIdentities(view, id, { groups: parts.groups, tokens }, block);
      const stored = {
        ...before,
        version: before.version + 1,
        text,
        protocolVersion: terms.protocolVersion,
        updatedAt: block,
      };
      await storeContract({ view, contracts }, stored);
      // The network does not mint the base supply of a token that comes with an update: `update-token-added` says so.
      const unminted = tokens.map((token) => ({ ...token, baseSupply: 0n }));
      await addTokens(view, { contractId: id, ownerId: before.ownerId, tokens: unminted });
      return { result: { contract: stored, diagnostics, changes }, ...contractFee(fees) };
    },
  };
}

/** The id that a whole contract has. */
const statedId = (contract: unknown): string | undefined =>
  officialContract(contract, { id: '', ownerId: '', version: 0 })?.id;

function judgeUpdate(
  before: StoredContract,
  input: unknown,
  signerId: string,
  { protocolVersion, network }: Terms,
): Judged {
  const members = { id: before.id, ownerId: signerId, version: before.version + 1 };
  const official = officialContract(input, members, { protocolVersion, registered: before.text });
  if (official !== undefined) checkOwner(official.ownerId, signerId);
  // Only a whole contract in the official JSON can be held against another one with all of its members.
  const after = official === undefined || official.shape === 'documents' ? input : official.text;
  if (signerId !== before.ownerId) {
    const { accepted, diagnostics } = validateContract(after, {
      protocolVersion,
      network,
      transition: 'update',
    });
    const refused = accepted
      ? new PlatformError('DataContractUpdatePermissionError', {
          contractId: before.id,
          ownerId: before.ownerId,
          signerId,
        })
      : new ContractRefused(diagnostics, 'update');
    return { before, text: '', diagnostics, changes: [], refused, fees: undefined };
  }
  const { accepted, diagnostics, changes } = compareContracts(before.text, after, {
    protocolVersion,
    network,
  });
  if (official === undefined || !accepted)
    return {
      before,
      text: '',
      diagnostics,
      changes,
      refused: new ContractRefused(diagnostics, 'update'),
      fees: undefined,
    };
  const { estimate } = estimateFees(official.text, { protocolVersion, network, transition: 'update' });
  return { before, text: official.text, diagnostics, changes, refused: undefined, fees: estimate };
}
