import type { Diagnostic, Transition } from '@dapikit/contract';
import { inNetworkOrder, isPaidFor } from './refusal-order.js';

/** A contract that the network refuses for what it is. */
export class ContractRefused extends Error {
  /** The official name of the error that the network gives first. */
  override readonly name: string;
  /** Its official number; nothing where the network has none: it fails without one. */
  readonly code: number | undefined;
  /** Whether the signer pays for processing all the same, and the nonce is used up. Not by one who cannot. */
  isPaid: boolean;
  /** Everything that is wrong with the contract, and what surprises: what `validateContract` gives. */
  readonly diagnostics: readonly Diagnostic[];
  readonly expected = 'a contract that the network takes';
  readonly found: string;
  /** What to do about the first error. */
  readonly advice: string;
  /** What the signer was charged for it, in credits; set when that has been stored. */
  fee?: bigint;

  /** @param diagnostics with at least one error of the network. */
  constructor(diagnostics: readonly Diagnostic[], transition: Transition) {
    const errors = diagnostics.filter(({ refusedBy }) => refusedBy === 'network');
    const [first] = inNetworkOrder(errors, transition);
    const official = first?.official ?? { name: 'ProtocolError' };
    const where = first === undefined || first.pointer === '' ? '' : ` at ${first.pointer}`;
    const others = errors.length > 1 ? `, and ${errors.length - 1} more` : '';
    const found = `${first?.message ?? 'another'}${where}${others}`;
    super(`${official.code ?? ''} ${official.name}: ${found}: ${first?.mend.text ?? ''}`.trim());
    this.name = official.name;
    this.code = official.code;
    this.isPaid = isPaidFor(official.code, transition);
    this.diagnostics = diagnostics;
    this.found = found;
    this.advice = first?.mend.text ?? 'mend the contract';
  }
}
