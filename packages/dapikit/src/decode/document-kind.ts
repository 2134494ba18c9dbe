import { describeContract, type ContractDescription, type DocumentTypeDescription } from '@dapikit/contract';
import {
  dataContract,
  decode,
  DecodeError,
  decodePrefix,
  documentCodec,
  documentTypesOf,
  encode,
} from '@dapikit/protocol';
import { CommandError } from '../program/command.js';
import { UsageError } from '../program/option.js';
import type { Explain } from './kinds.js';
import { bytesOfText } from './input-bytes.js';

/**
 * Returns the document types of a contract by name: JSON in any form that `dapikit check` takes, or bytes.
 * @throws {CommandError} when it is no valid contract.
 */
export function typesOfContract(content: Uint8Array): ReadonlyMap<string, DocumentTypeDescription> {
  const text = Buffer.from(content).toString('utf8');
  if (text.trimStart().startsWith('{')) {
    const described = describeStored(text);
    if (described === undefined)
      throw new CommandError('the network rejects the contract; dapikit check lists the errors');
    return new Map(described.documentTypes.map((type) => [type.name, type]));
  }
  try {
    return documentTypesOf(decode(dataContract, bytesOfText(text) ?? content));
  } catch (error) {
    if (error instanceof DecodeError || error instanceof RangeError)
      throw new CommandError(`the contract cannot be read: ${error.message}`);
    throw error;
  }
}

/** Describes a contract that was registered or updated in any network: the one that is named here has the lowest limits. */
function describeStored(text: string): ContractDescription | undefined {
  for (const transition of ['create', 'update'] as const) {
    const described = describeContract(text, { transition, network: 'regtest' });
    if (described.ok) return described.description;
  }
  return undefined;
}

/**
 * Explains bytes as a document of a type; without a type as one of the first that fits.
 * @throws {UsageError} when the contract has no such type.
 */
export function explainDocument(
  types: ReadonlyMap<string, DocumentTypeDescription>,
  typeName: string | undefined,
): Explain {
  const candidates = typeName === undefined ? [...types.values()] : [typeNamed(types, typeName)];
  return (bytes) => {
    let problem: DecodeError | undefined;
    for (const type of candidates) {
      const codec = documentCodec(type);
      try {
        const { value, length } = decodePrefix(codec, bytes);
        if (length === bytes.length || candidates.length === 1)
          return {
            length,
            canonical: encode(codec, value),
            facts: { type: type.name },
            value: codec.toJson(value),
          };
      } catch (error) {
        if (!(error instanceof DecodeError)) throw error;
        problem ??= error;
      }
    }
    throw problem ?? new CommandError('the bytes are not a document of any type of the contract');
  };
}

function typeNamed(
  types: ReadonlyMap<string, DocumentTypeDescription>,
  name: string,
): DocumentTypeDescription {
  const type = types.get(name);
  if (type !== undefined) return type;
  throw new UsageError(`the contract has no document type ${JSON.stringify(name)}`, {
    found: name,
    names: [...types.keys()],
  });
}
