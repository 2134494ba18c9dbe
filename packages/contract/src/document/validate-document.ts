import { LRUCache } from 'lru-cache';
import { NEWEST_RELEASED_PROTOCOL } from '../protocol/protocol-versions.js';
import { type ContractOptions, type ContractReading, readContract } from './read-contract.js';
import type { DocumentValidator, DocumentVerdict } from './document-verdict.js';
import { createValidator } from './document-validator.js';

/** Configures {@link validateDocument}. */
export type ValidateDocumentOptions = ContractOptions;

/**
 * Checks the data of a document against its type. Reports all errors at once. Never throws because of the contract or
 * the document; see {@link DocumentValidator.validate} for how to write values.
 *
 * Compiled types are cached: do not change a contract object after passing it. To check many documents, use a
 * `documentValidator`.
 *
 * @param contract JSON text, or a JSON value.
 * @throws {InvalidOptionError} when `protocolVersion` is not one of `PROTOCOL_VERSIONS`.
 * @example
 * import { validateDocument } from '@dapikit/contract';
 *
 * const note = {
 *   type: 'object',
 *   properties: { text: { type: 'string', maxLength: 63, position: 0 } },
 *   additionalProperties: false,
 * };
 * const { ok, diagnostics } = validateDocument({ note }, 'note', '{"text": 5}');
 * ok; // => false
 * diagnostics.map(({ code, at, range }) => [code, at, range.start.column]); // => [['value-type', '/text', 10]]
 */
export function validateDocument(
  contract: unknown,
  documentType: string,
  document: unknown,
  options: ValidateDocumentOptions = {},
): DocumentVerdict {
  return getValidator(contract, documentType, options).validate(document);
}

/** Caches a contract that was read, and the validators of its types. */
interface CachedContract {
  readonly reading: ContractReading;
  readonly validators: LRUCache<string, DocumentValidator>;
}

/** Maps protocol version and form to the contract as it was read with them. */
type CachedReadings = Map<string, CachedContract>;

const MAX_CACHED_TEXTS = 20;
const MAX_CACHED_TYPES = 200;
const MAX_TEXT_LENGTH = 200_000;

const BY_OBJECT = new WeakMap<object, CachedReadings>();
const BY_TEXT = new LRUCache<string, CachedReadings>({ max: MAX_CACHED_TEXTS });

function getValidator(contract: unknown, documentType: string, options: ContractOptions): DocumentValidator {
  const { protocolVersion = NEWEST_RELEASED_PROTOCOL, form = 'auto' } = options;
  const key = `${protocolVersion} ${form}`;
  const readings = getReadings(contract);
  const cached = readings?.get(key) ?? {
    reading: readContract(contract, options),
    validators: new LRUCache<string, DocumentValidator>({ max: MAX_CACHED_TYPES }),
  };
  readings?.set(key, cached);
  const known = cached.validators.get(documentType);
  if (known !== undefined) return known;
  const validator = createValidator(cached.reading, documentType);
  cached.validators.set(documentType, validator);
  return validator;
}

function getReadings(contract: unknown): CachedReadings | undefined {
  if (typeof contract === 'object' && contract !== null) {
    const known = BY_OBJECT.get(contract) ?? new Map<string, CachedContract>();
    BY_OBJECT.set(contract, known);
    return known;
  }
  if (typeof contract !== 'string' || contract.length > MAX_TEXT_LENGTH) return undefined;
  const known = BY_TEXT.get(contract) ?? new Map<string, CachedContract>();
  BY_TEXT.set(contract, known);
  return known;
}
