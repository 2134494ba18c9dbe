import type { Diagnostic } from '../diagnostic.js';
import type { ContractOptions } from '../document/contract-reading.js';
import type { Contract } from '../model/contract.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { checkContract } from '../validate-contract.js';
import { documentDeclarations } from './document-declarations.js';
import { propertyName, TypeNames } from './type-name.js';

/** How {@link typesFor} reads the contract. */
export type TypesForOptions = ContractOptions;

/** What {@link typesFor} gives. */
export type TypesResult =
  | {
      readonly ok: true;
      /** A TypeScript module: declarations only, each exported. */
      readonly code: string;
      /** What is accepted and yet surprises. */
      readonly diagnostics: readonly Diagnostic[];
    }
  | {
      readonly ok: false;
      /** What the network refuses the contract for. */
      readonly diagnostics: readonly Diagnostic[];
    };

const HEADER = `/** What keeps identifiers, byte arrays and other bytes apart. */
declare const kind: unique symbol;

/** The 32 bytes that name an identity, a contract, a document or a token. */
export type Identifier = Uint8Array & { readonly [kind]: 'identifier' };

/** The bytes of a byte array. */
export type Bytes = Uint8Array & { readonly [kind]: 'bytes' };
`;

/**
 * TypeScript declarations of the document types of a contract, to be written to a file as they are. They describe values in
 * their object form: byte arrays and identifiers are bytes, integers that are stored in 64 bits are `bigint`.
 *
 * For each document type there is an interface of its data, such as `Note`, and one of stored documents,
 * `NoteDocument`, which has the fields of the system besides; `Documents` has them all by the name of their type.
 * The same contract gives the same text, whatever the order of its members.
 *
 * @param contract JSON text, or the value that it stands for: what `validateContract` takes.
 * @returns the diagnostics alone when the network refuses the contract. Never throws for what the contract is.
 * @throws {RangeError} when `protocolVersion` is not one of `PROTOCOL_VERSIONS`.
 * @example
 * const types = typesFor(contract);
 * if (types.ok) await writeFile('contract.d.ts', types.code);
 */
export function typesFor(contract: unknown, options: TypesForOptions = {}): TypesResult {
  const { verdict, contract: read, protocol } = checkContract(contract, options);
  const { accepted, diagnostics } = verdict;
  if (!accepted || read === undefined) return { ok: false, diagnostics };
  return { ok: true, code: codeOf(read, protocol), diagnostics };
}

function codeOf(contract: Contract, protocol: ProtocolRules): string {
  const names = new TypeNames([
    'Identifier',
    'Bytes',
    'Documents',
    'Uint8Array',
    'Omit',
    'Partial',
    'Pick',
    'Record',
  ]);
  const types = contract.documentTypes
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((type) => ({ type, name: names.next([type.name], ['', 'Document']) }));
  const members = types.map(({ type, name }) => `  ${propertyName(type.name)}: ${name}Document;`);
  return [
    HEADER,
    ...types.map(({ type, name }) => documentDeclarations(type, name, contract, protocol)),
    [
      '/** The documents of the contract, by the name of their type. */',
      'export interface Documents {',
      ...members,
      '}',
      '',
    ].join('\n'),
  ].join('\n');
}
