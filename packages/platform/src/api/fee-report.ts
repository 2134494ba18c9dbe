import type { TransitionEvent } from './transition-event.js';

/** Describes the fees of one action on one document type, token or other subject, in credits. */
export interface FeeReportRow {
  /** Such as `documentCreate`, `tokenMint` or `dataContractCreate`. */
  readonly kind: string;
  /** Base58; absent for transitions without a contract, and those that register or update one. */
  readonly contractId?: string;
  /** Name of a contract that the network comes with. */
  readonly contractName?: string;
  readonly documentType?: string;
  readonly tokenPosition?: number;
  /** Number of transitions that were charged, rejected ones included. */
  readonly count: number;
  /** Number of those that were rejected. */
  readonly rejected: number;
  readonly lowest: bigint;
  /** Rounded down. */
  readonly average: bigint;
  readonly highest: bigint;
}

type Counted = Omit<FeeReportRow, 'average'> & { readonly total: bigint };

/** Rows above this number are not counted: each is a document type or a token that somebody registered. */
const MAX_ROWS = 1_000;

/** Counts the fees of transitions by what they do. */
export class FeeReport {
  readonly #rows = new Map<string, Counted>();

  /** Counts a transition that was charged. */
  note({ summary, fee, rejection }: TransitionEvent): void {
    if (fee === undefined || (rejection !== undefined && !rejection.isPaid)) return;
    const { kind, contractId, contractName, documentType, tokenPosition } = summary;
    const isOfContract = documentType !== undefined || tokenPosition !== undefined;
    const subject = isOfContract
      ? {
          ...(contractId !== undefined && { contractId }),
          ...(contractName !== undefined && { contractName }),
          ...(documentType !== undefined && { documentType }),
          ...(tokenPosition !== undefined && { tokenPosition }),
        }
      : {};
    const key = JSON.stringify([kind, { ...subject, contractName: undefined }]);
    const before = this.#rows.get(key);
    if (before === undefined && this.#rows.size >= MAX_ROWS) return;
    this.#rows.set(key, {
      kind,
      ...subject,
      count: (before?.count ?? 0) + 1,
      rejected: (before?.rejected ?? 0) + (rejection === undefined ? 0 : 1),
      lowest: before === undefined || fee < before.lowest ? fee : before.lowest,
      highest: before === undefined || fee > before.highest ? fee : before.highest,
      total: (before?.total ?? 0n) + fee,
    });
  }

  /** Returns the rows, by kind, contract and document type. */
  rows(): readonly FeeReportRow[] {
    return [...this.#rows.entries()]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, { total, ...row }]) => ({ ...row, average: total / BigInt(row.count) }));
  }
}
