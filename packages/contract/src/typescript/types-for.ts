import type { Diagnostic } from '../diagnostic/diagnostic.js';
import type { ContractOptions } from '../document/read-contract.js';
import type { Contract } from '../model/contract.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { checkContract, createVerdict } from '../check/validate-contract.js';
import { declareDocumentType } from './document-declarations.js';
import { quotePropertyName, TypeNames } from './type-name.js';

/** Configures {@link typesFor}. */
export interface TypesForOptions extends ContractOptions {
  /** True for values as `@dapikit/client` reads them: its identifiers, `Date` for times. */
  readonly client?: boolean;
  /** Names that no interface gets. */
  readonly reserved?: readonly string[];
}

/** Holds the result of {@link typesFor}. */
export type TypesResult =
  | {
      readonly ok: true;
      /** TypeScript module with exported declarations only. */
      readonly code: string;
      /** Names of the interfaces of data by document type; those of documents end with `Document`. */
      readonly names: ReadonlyMap<string, string>;
      /** Warnings and hints of an accepted contract, and errors of the specification only. */
      readonly diagnostics: readonly Diagnostic[];
    }
  | {
      readonly ok: false;
      /** Errors for which the network rejects the contract, and other diagnostics. */
      readonly diagnostics: readonly Diagnostic[];
    };

const HEADER = `/** Distinguishes identifiers, byte arrays and other bytes. */
declare const kind: unique symbol;

/** The 32 bytes of the id of an identity, a contract, a document or a token. */
export type Identifier = Uint8Array & { readonly [kind]: 'identifier' };

/** The bytes of a byte array. */
export type Bytes = Uint8Array & { readonly [kind]: 'bytes' };
`;

const CLIENT_HEADER = `import type { Identifier } from '@dapikit/client';

export type { Identifier };

/** The bytes of a byte array. */
export type Bytes = Uint8Array;
`;

/**
 * Writes TypeScript declarations of the document types of a contract. They describe values in object form: byte
 * arrays and identifiers are bytes, integers that are stored in 64 bits are `bigint`.
 *
 * Each document type has an interface of its data, such as `Note`, and one of stored documents, `NoteDocument`, with
 * the system properties; `Documents` maps the names of the types to the latter. The same contract gives the same
 * text, whatever the order of its members.
 *
 * @param contract JSON text, or a JSON value: what `validateContract` accepts.
 * @returns only diagnostics if the network rejects the contract. Never throws because of the contract.
 * @throws {InvalidOptionError} when `protocolVersion` is not one of `PROTOCOL_VERSIONS`.
 * @example
 * import { typesFor } from '@dapikit/contract';
 *
 * const note = {
 *   type: 'object',
 *   properties: { text: { type: 'string', maxLength: 63, position: 0 } },
 *   additionalProperties: false,
 * };
 * const types = typesFor({ note });
 * types.ok && types.code.includes('text?: string'); // => true
 */
export function typesFor(contract: unknown, options: TypesForOptions = {}): TypesResult {
  const checked = checkContract(contract, options);
  const { accepted, diagnostics } = createVerdict(checked);
  const { contract: read, protocol } = checked;
  if (!accepted || read === undefined) return { ok: false, diagnostics };
  return { ok: true, ...writeModule(read, protocol, options), diagnostics };
}

function writeModule(
  contract: Contract,
  protocol: ProtocolRules,
  { client: isClient = false, reserved = [] }: TypesForOptions,
): { readonly code: string; readonly names: ReadonlyMap<string, string> } {
  const names = new TypeNames([
    'Identifier',
    'Bytes',
    ...(isClient ? ['Date'] : []),
    'Documents',
    'Uint8Array',
    'Omit',
    'Partial',
    'Pick',
    'Record',
    ...reserved,
  ]);
  const endings = isClient ? ['', 'Document', 'Collection'] : ['', 'Document'];
  const types = contract.documentTypes
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .map((type) => ({ type, name: names.next([type.name], endings) }));
  const members = types.map(({ type, name }) => `  ${quotePropertyName(type.name)}: ${name}Document;`);
  const code = [
    isClient ? CLIENT_HEADER : HEADER,
    ...types.map(({ type, name }) => declareDocumentType(type, name, contract, protocol, isClient)),
    [
      '/** The documents of the contract, by the name of their type. */',
      'export interface Documents {',
      ...members,
      '}',
      '',
    ].join('\n'),
  ].join('\n');
  return { code, names: new Map(types.map(({ type, name }) => [type.name, name])) };
}
