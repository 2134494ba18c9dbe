import {
  estimateFees,
  officialContract,
  validateContract,
  type Diagnostic,
  type FeeEstimate,
} from '@dapikit/contract';
import { identifierText } from '../bytes/identifier.js';
import { bytesOf } from '../bytes/identifier-order.js';
import { PlatformError } from '../consensus-error.js';
import { CONTRACT_CREATE_KEYS } from '../identity/signing-key.js';
import { BadInput } from '../input/bad-input.js';
import { readId } from '../input/read-input.js';
import type { Operation, OperationContext, Signed } from '../operation/operation.js';
import { readNonce } from '../operation/read-signed.js';
import type { Terms } from '../operation/terms.js';
import type { WritableView } from '../store/store.js';
import { tokenId } from '../token/token-id.js';
import { registerToken, tokenOf } from '../token/token-store.js';
import { checkForeignTokens, checkNamedIdentities } from './check-state.js';
import { contractFee, REFUSED_CONTRACT_FEE } from './contract-fee.js';
import { contractId } from './contract-id.js';
import { contractParts, type TokenPart } from './contract-parts.js';
import { ContractRefused } from './contract-refused.js';
import { putContract, putContractVersion, storedContract, type StoredContract } from './contract-store.js';

/** A contract to register. */
export interface RegisterContract extends Signed {
  /** JSON text, or the value that it stands for: a whole contract, or its document types. */
  readonly contract: unknown;
}

/** A contract that was judged. */
interface Judged {
  readonly id: string;
  readonly text: string;
  readonly diagnostics: readonly Diagnostic[];
  readonly refused: ContractRefused | undefined;
  readonly fees: FeeEstimate | undefined;
}

/** What a registration gives beside its receipt. */
export interface RegisteredResult {
  readonly contract: StoredContract;
  /** What surprises. */
  readonly diagnostics: readonly Diagnostic[];
}

/** Registers a contract. Its id follows from owner and nonce. */
export function registerContract(
  { contract, ...signed }: RegisterContract,
  terms: Terms,
): Operation<RegisteredResult> {
  let judged: Judged | undefined;
  const judge = ({ signer, nonce }: OperationContext): Judged => {
    const id = identifierText(contractId(bytesOf(signer.id), nonce));
    judged = judgeNew(contract, { id, ownerId: signer.id, nonce }, terms);
    return judged;
  };
  return {
    signed,
    nonceOf: {},
    keyDemand: CONTRACT_CREATE_KEYS,
    refusalFee: REFUSED_CONTRACT_FEE,
    checkFirst: () => {
      const ownerId = readId(signed.by, 'by');
      const nonce = signed.nonce === undefined ? 1n : readNonce(signed.nonce);
      const id = identifierText(contractId(bytesOf(ownerId), nonce));
      checkSize(judgeNew(contract, { id, ownerId, nonce }, terms));
    },
    requiredBalance: (context) => {
      const { refused, fees } = judge(context);
      if (refused?.isPaid === false) throw refused;
      return contractFee(fees).requiredBalance;
    },
    execute: async (context) => {
      const { id, text, refused, fees, diagnostics } = judged ?? judge(context);
      if (refused !== undefined) throw refused;
      const stored = {
        id,
        ownerId: context.signer.id,
        version: 1,
        text,
        protocolVersion: terms.protocolVersion,
        createdAt: context.block,
      };
      await addContract(context, stored);
      return { result: { contract: stored, diagnostics }, ...contractFee(fees) };
    },
  };
}

/** Refuses a contract for its size, whatever else is wrong with it. @throws {ContractRefused} 10602, unpaid. */
export function checkSize({
  refused,
}: {
  readonly refused: PlatformError | ContractRefused | undefined;
}): void {
  if (refused?.code === TOO_LARGE) throw refused;
}

/** The number of StateTransitionMaxSizeExceededError. */
const TOO_LARGE = 10_602;

/** Stores a new contract and its tokens. @throws {PlatformError} 40000 and 40005 to 40009. */
export async function addContract(
  { view, block, contracts }: Pick<OperationContext, 'view' | 'block' | 'contracts'>,
  stored: StoredContract,
): Promise<void> {
  const { id, ownerId, text } = stored;
  const parts = contractParts(text);
  await checkNamedIdentities(view, id, parts, block);
  if ((await storedContract(view, id)) !== undefined)
    throw new PlatformError('DataContractAlreadyPresentError', { contractId: id });
  await storeContract({ view, contracts }, stored);
  await addTokens(view, { contractId: id, ownerId, tokens: parts.tokens });
}

/** Stores a contract, and the version where it keeps history. @throws {PlatformError} 40008 or 40009. */
export async function storeContract(
  { view, contracts }: Pick<OperationContext, 'view' | 'contracts'>,
  stored: StoredContract,
): Promise<void> {
  putContract(view, stored);
  const registered = await contracts.contractOf(view, stored.id);
  if (registered === undefined)
    throw new RangeError('expected the contract that was just stored, found none');
  await checkForeignTokens(view, registered);
  if (registered.description.config.keepsHistory) putContractVersion(view, stored);
}

/** Registers tokens and gives out their base supply. Those stay as they are that a contract left which was deleted. */
export async function addTokens(
  view: WritableView,
  {
    contractId,
    ownerId,
    tokens,
  }: { readonly contractId: string; readonly ownerId: string; readonly tokens: readonly TokenPart[] },
): Promise<void> {
  for (const { recipientId = ownerId, ...token } of tokens) {
    const id = identifierText(tokenId(bytesOf(contractId), token.position));
    if ((await tokenOf(view, id)) === undefined) registerToken(view, { ...token, contractId, recipientId });
  }
}

function judgeNew(
  input: unknown,
  { id, ownerId, nonce }: { readonly id: string; readonly ownerId: string; readonly nonce: bigint },
  { protocolVersion, network }: Terms,
): Judged {
  const official = officialContract(input, { id, ownerId, version: 1 }, { protocolVersion });
  if (official !== undefined) checkOwner(official.ownerId, ownerId);
  // Of the official JSON what the contract does not say is filled in; diagnostics are about what was given otherwise.
  const isOfficial = official?.shape === 'official';
  const { accepted, diagnostics } = validateContract(isOfficial ? official.text : input, {
    protocolVersion,
    network,
    identityNonce: nonce,
  });
  if (official === undefined || !accepted)
    return {
      id,
      text: '',
      diagnostics,
      refused: new ContractRefused(diagnostics, 'create'),
      fees: undefined,
    };
  const { estimate } = estimateFees(official.text, { protocolVersion, network });
  return { id, text: official.text, diagnostics, refused: undefined, fees: estimate };
}

/** On the network the owner is whoever signs. @throws {BadInput} */
export function checkOwner(found: string | undefined, signerId: string): void {
  if (found === undefined || found === signerId) return;
  throw new BadInput('contract.ownerId', {
    expected: `${signerId}, who signs,`,
    found,
    advice: 'leave it out, or act as that identity',
  });
}
