import { NEWEST_PROTOCOL } from '../protocol/protocol-rules.js';
import { type ContractOptions, type ContractReading, readContract } from './contract-reading.js';
import { type DocumentValidator, type DocumentVerdict, validatorIn } from './document-validator.js';

/** How {@link validateDocument} judges. */
export type ValidateDocumentOptions = ContractOptions;

/**
 * Checks the data of a document against its type. All mistakes are found at once. Never throws for what contract and
 * document are; see {@link DocumentValidator.validate} for how values may be written.
 *
 * Compiled types are remembered: a contract that is given as an object must not be changed afterwards. To check many
 * documents, hold a `documentValidator`.
 *
 * @param contract JSON text, or the value that it stands for.
 * @throws {RangeError} when `protocolVersion` is not one of `PROTOCOL_VERSIONS`.
 * @example
 * const { ok, diagnostics } = validateDocument(contract, 'note', '{"text": 5}');
 * // ok: false; diagnostics: one "value-type" at /text, line 1, column 10
 */
export function validateDocument(
  contract: unknown,
  documentType: string,
  document: unknown,
  options: ValidateDocumentOptions = {},
): DocumentVerdict {
  return remembered(contract, documentType, options).validate(document);
}

/** A contract that was read, and those of its types that were asked for. */
interface Memory {
  readonly reading: ContractReading;
  readonly validators: Map<string, DocumentValidator>;
}

type Memories = Map<string, Memory>;

const BY_OBJECT = new WeakMap<object, Memories>();
const BY_TEXT = new Map<string, Memories>();
const MOST_TEXTS = 20;
const MOST_TYPES = 200;
const LONGEST_TEXT = 200_000;

function remembered(contract: unknown, documentType: string, options: ContractOptions): DocumentValidator {
  const { protocolVersion = NEWEST_PROTOCOL, form = 'auto' } = options;
  const key = `${protocolVersion} ${form}`;
  const memories = memoriesOf(contract);
  const memory = memories?.get(key) ?? { reading: readContract(contract, options), validators: new Map() };
  memories?.set(key, memory);
  const known = memory.validators.get(documentType);
  if (known !== undefined) return known;
  const validator = validatorIn(memory.reading, documentType);
  if (memory.validators.size >= MOST_TYPES) memory.validators.clear();
  memory.validators.set(documentType, validator);
  return validator;
}

function memoriesOf(contract: unknown): Memories | undefined {
  if (typeof contract === 'object' && contract !== null) {
    const known = BY_OBJECT.get(contract) ?? new Map();
    BY_OBJECT.set(contract, known);
    return known;
  }
  if (typeof contract !== 'string' || contract.length > LONGEST_TEXT) return undefined;
  const known = BY_TEXT.get(contract) ?? new Map();
  // The one that was asked for last goes to the end, the first is forgotten.
  BY_TEXT.delete(contract);
  BY_TEXT.set(contract, known);
  const [oldest] = BY_TEXT.keys();
  if (BY_TEXT.size > MOST_TEXTS && oldest !== undefined) BY_TEXT.delete(oldest);
  return known;
}
