import { PlatformError } from '../../base/errors/platform-error.js';
import type { Diagnostic, OfficialContract, Transition } from '@dapikit/contract';
import { sortInNetworkOrder, isPaidRejection } from './error-order.js';

/** Describes which contract was judged, as far as it is known. */
interface JudgedContract {
  /** In base58. */
  readonly contractId?: string;
  readonly official?: OfficialContract | undefined;
  readonly registeredVersion?: number;
  readonly protocolVersion?: number;
}

/** Returns the value of a JSON text; nothing for another text: an official form may have what JSON lacks, such as NaN. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const describeOthers = (count: number): string => {
  if (count < 1) return '';
  return `, and ${count} more ${count === 1 ? 'error' : 'errors'}`;
};

/** Rejects a contract as the network does, for what it says. */
export class ContractRejectedError extends PlatformError {
  /** The official name of the error that the network gives first. */
  override readonly name: string;
  /** The same. */
  readonly reason: string;
  /** Its official number; nothing where the network has none: it fails without one. */
  readonly code: number | undefined;
  /** True if the signer pays for processing all the same, and the nonce is used up. Not by one who cannot. */
  isPaid: boolean;
  /** Everything that is wrong with the contract, and what surprises: what `validateContract` gives. */
  readonly diagnostics: readonly Diagnostic[];
  /** The error that the network gives first. */
  readonly first: Diagnostic | undefined;
  /** The id that the contract has, or would have, in base58; nothing where it has none yet. */
  readonly contractId: string | undefined;
  /** The contract in the official JSON; nothing where it has no such form. */
  readonly contract: unknown;
  /** The version of the registered contract; nothing where it is new. */
  readonly registeredVersion: number | undefined;
  /** The protocol that judged it. */
  readonly protocolVersion: number | undefined;
  /** Fee that the signer was charged for it, in credits; set when that has been stored. */
  fee?: bigint;

  /** @param diagnostics with at least one error of the network. */
  constructor(
    diagnostics: readonly Diagnostic[],
    transition: Transition,
    { contractId, official: judged, registeredVersion, protocolVersion }: JudgedContract = {},
  ) {
    const errors = diagnostics.filter(({ rejectedBy }) => rejectedBy === 'network');
    const [first] = sortInNetworkOrder(errors, transition);
    const official = first?.official ?? { name: 'ProtocolError' };
    const where = first === undefined || first.at === '' ? '' : ` at ${first.at}`;
    const others = describeOthers(errors.length - 1);
    const found = `${first?.message ?? 'another'}${where}${others}`;
    super(`${official.code ?? ''} ${official.name}: ${found}`.trim(), {
      expected: 'a contract that the network accepts',
      found,
      ...(first === undefined ? {} : { at: `/contract${first.at}`, docs: first.docs }),
      fix: first?.fix.text ?? 'fix the contract',
    });
    this.name = official.name;
    this.reason = official.name;
    this.code = official.code;
    this.isPaid = isPaidRejection(official.code, transition);
    this.diagnostics = diagnostics;
    this.first = first;
    this.contractId = contractId;
    this.contract = judged && jsonOf(judged.text);
    this.registeredVersion = registeredVersion;
    this.protocolVersion = protocolVersion;
  }
}
