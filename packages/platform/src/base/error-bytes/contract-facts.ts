import type { Diagnostic } from '@dapikit/contract';
import type { ConsensusError as OfficialError } from '@dapikit/protocol';
import { bytesOf } from '../bytes/identifier-order.js';
import { identifierBytes } from '../bytes/identifier.js';

/** Describes a rejected contract, as far as its error says what is wrong with it. */
export interface RejectedContract {
  /** The official number of the error; nothing where the network has none. */
  readonly code: number | undefined;
  /** Base58; nothing where the contract has no id yet. */
  readonly contractId: string | undefined;
  /** The error that the network gives first. */
  readonly first: Diagnostic | undefined;
  /** The contract in the official JSON. */
  readonly contract: unknown;
  readonly registeredVersion: number | undefined;
  /** The protocol that judged it. */
  readonly protocolVersion: number | undefined;
}

/** The form of a rejected contract by its code. */
export type ContractRow = readonly [
  code: number,
  form: (facts: ContractFacts, error: RejectedContract) => OfficialError,
];

const UNESCAPED: Readonly<Record<string, string>> = { '~0': '~', '~1': '/' };

/** Returns the segments of a JSON pointer. */
const segmentsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((segment) => segment.replaceAll(/~[01]/g, (escape) => UNESCAPED[escape] ?? escape));

/** Returns a member of an object or array; nothing where there is none. */
export const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;

/** Returns the text that a value is; an empty one for others. */
export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

const ID_BYTES = 32;

/** Returns the identifier that a value is, as text or bytes; that of zeros for others. */
export function identifierFrom(value: unknown): Uint8Array {
  if (typeof value === 'string') return identifierBytes(value) ?? new Uint8Array(ID_BYTES);
  const bytes = Array.isArray(value) ? Uint8Array.from(value, Number) : new Uint8Array();
  return bytes.length === ID_BYTES ? bytes : new Uint8Array(ID_BYTES);
}

/** Returns the members of an object; none for another value. */
export const entriesOf = (value: unknown): [name: string, value: unknown][] =>
  typeof value === 'object' && value !== null ? Object.entries(value) : [];

/** Returns the number that a value is, as an integer from 0 to a maximum; 0 for others. */
export function numberOf(value: unknown, max: number): number {
  const number = Number(value);
  return Number.isInteger(number) && number >= 0 && number <= max ? number : 0;
}

/** Returns the number that a value is, as an integer of 64 bits; 0 for others. */
export function longOf(value: unknown): bigint {
  const digits = String(value);
  return /^\d{1,20}$/.test(digits) ? BigInt.asUintN(64, BigInt(digits)) : 0n;
}

/** Returns a path in the official JSON: what was judged may be bare document types, or have them under their former name. */
function officialPath(path: readonly string[], contract: unknown): readonly string[] {
  const [first, ...others] = path;
  if (first === undefined || contract === undefined || memberOf(contract, first) !== undefined) return path;
  return ['documentSchemas', ...(first === 'documents' ? others : path)];
}

/** Reads what official errors say about a rejected contract: from the diagnostic, and from the contract where the diagnostic points. */
export class ContractFacts {
  /** 32 bytes. */
  readonly contractId: Uint8Array;
  readonly message: string;
  /** The JSON pointer of the value. */
  readonly at: string;
  /** The rule. */
  readonly rule: string;
  /** The document type that the pointer leads into; empty outside of types. */
  readonly documentType: string;
  readonly contract: unknown;
  readonly #path: readonly string[];

  constructor({ code, message, at }: Diagnostic, contractId: string, { contract }: RejectedContract) {
    this.contractId = bytesOf(contractId);
    this.message = message;
    this.at = at;
    this.rule = code;
    this.contract = contract;
    const path = segmentsOf(at);
    this.#path = officialPath(path, contract);
    this.documentType = this.segment(0) === 'documentSchemas' ? this.segment(1) : '';
  }

  /** The last segment of the pointer. */
  get name(): string {
    return this.#path.at(-1) ?? '';
  }

  /** The value at the pointer. */
  get value(): unknown {
    return this.upTo(this.#path.length);
  }

  /** Returns a segment of the pointer. @param at from 0 */
  segment(at: number): string {
    return this.#path[at] ?? '';
  }

  /** Returns the value at the first segments of the pointer. */
  upTo(segments: number): unknown {
    return this.#path.slice(0, segments).reduce(memberOf, this.contract);
  }
}

const MAX_POSITION = 0xff_ff;

/** Returns the first gap in the positions at the pointer: the position that is missing, and the one that is there instead. */
export function positionGap({ value }: ContractFacts) {
  const positions = entriesOf(value)
    .map(([position]) => numberOf(position, MAX_POSITION))
    .toSorted((a, b) => a - b);
  const missing = positions.findIndex((position, at) => position !== at);
  return { missingPosition: missing, followedPosition: positions[missing] ?? 0 };
}
