import type { Diagnostic } from '../diagnostic/diagnostic.js';
import type { DocumentType } from '../model/document-type.js';
import { LIMITS } from '../protocol/limits.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { SOURCE_RULES } from '../rules/source-rules.js';
import { getItems, getMember, getText } from '../source/json-node.js';
import { excerpt, truncate } from '../source/excerpt.js';
import { formatPointer } from '../source/json-pointer.js';
import { readJson } from '../source/read-json.js';
import type { Source } from '../source/source.js';
import {
  compileDocumentSchema,
  type CompiledSchema,
  type LocatedViolation,
  SchemaCompileError,
} from './compile-schema.js';
import { type ContractOptions, type ContractReading, readContract } from './read-contract.js';
import { toData, getKind } from './data.js';
import { DocumentReport } from './document-report.js';
import type { DocumentRule } from './document-rule.js';
import { readDocument, type ParsedDocument } from './read-document.js';
import { WHOLE_DOCUMENT_RULES as RULES } from './whole-document-rules.js';

/** Holds the result of checking a document. */
export interface DocumentVerdict {
  /** True if the network accepts the data at this protocol version. */
  readonly ok: boolean;
  /** All diagnostics: of a text in its order, of a value in the order of the schema. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * Errors that the network reports. It checks sizes, then the schema, then storage, and stops at the first step with
   * errors, so these can be fewer than the errors among `diagnostics`.
   */
  readonly rejections: readonly Diagnostic[];
}

/** Options of a check. */
export interface DataReading {
  /**
   * True if text and lists of integers stand for bytes, identifiers and integers of 64 bits; true by default. Drive
   * checks what a signed transition has as it is: text stays text there.
   */
  readonly decodesForms?: boolean;
}

/** Checks documents of one type. */
export interface DocumentValidator {
  readonly documentType: string;
  /** Properties that are checked and not stored. */
  readonly transient: readonly string[];
  /**
   * Checks the data of a document: what an application sends on create and on replace, without the names that start
   * with `$`.
   *
   * @param document JSON text, or a JSON value. Bytes are `Uint8Array`, an array of integers from 0 to 255 or base64
   * text; identifiers also base58 text. Integers are numbers or `bigint`; those of 64 bits also decimal text. Never
   * throws because of the document.
   */
  validate(document: unknown, reading?: DataReading): DocumentVerdict;
}

const ACCEPTED: DocumentVerdict = { ok: true, diagnostics: [], rejections: [] };

/**
 * Compiles a document type once, to check many documents fast. It generates no code: it runs under any content
 * security policy.
 *
 * The contract itself is not checked (use `validateContract`). If it cannot be read, has no such type or has a type
 * that does not compile, each document gets one error that says so.
 *
 * Source of the rules: `packages/rs-dpp/src/data_contract/methods/validate_document` and `src/validation` in
 * dashpay/platform, and its copy of the `jsonschema` crate.
 *
 * @param contract JSON text, or a JSON value: what `validateContract` accepts.
 * @throws {InvalidOptionError} when `protocolVersion` is not one of `PROTOCOL_VERSIONS`.
 * @example
 * import { documentValidator } from '@dapikit/contract';
 *
 * const note = {
 *   type: 'object',
 *   properties: { text: { type: 'string', maxLength: 63, position: 0 } },
 *   additionalProperties: false,
 * };
 * const notes = documentValidator({ note }, 'note');
 * notes.validate({ text: 'Hello' }).ok; // => true
 * notes.validate({ text: 'x'.repeat(64) }).diagnostics[0].code; // => 'value-max-length'
 */
export function documentValidator(
  contract: unknown,
  documentType: string,
  options: ContractOptions = {},
): DocumentValidator {
  return createValidator(readContract(contract, options), documentType);
}

/** Creates a {@link documentValidator} for a contract that was read before. */
export function createValidator(reading: ContractReading, documentType: string): DocumentValidator {
  const rejecting = (rule: DocumentRule, message: string, payload?: Readonly<Record<string, unknown>>) =>
    createRejectingValidator(documentType, rule, { message, ...(payload === undefined ? {} : { payload }) });
  const { contract, protocol } = reading;
  if (contract === undefined) return rejecting(RULES.unusableType, reading.reason);
  const type = contract.documentTypes.findLast(({ name }) => name === documentType);
  if (type === undefined)
    return rejecting(
      RULES.unknownType,
      `unknown document type "${truncate(documentType)}": the contract has ${listNames(contract.documentTypes)}`,
      { documentType, contractId: getText(getMember(contract.root, 'id')) ?? '' },
    );
  try {
    const isSized = contract.config.sizedIntegerTypes && protocol.sizedIntegers;
    const schema = compileDocumentSchema(type.node, contract, isSized);
    return new Validator(type, schema, protocol);
  } catch (error) {
    if (error instanceof SchemaCompileError) return rejecting(RULES.unusableType, error.message);
    throw error;
  }
}

function listNames(types: readonly DocumentType[]): string {
  const names = types.slice(0, 20).map(({ name }) => `"${truncate(name)}"`);
  return names.length === 0 ? 'no document types' : names.join(', ');
}

/** Creates a validator that rejects every document for the same reason. */
function createRejectingValidator(
  documentType: string,
  rule: DocumentRule,
  occurrence: Parameters<DocumentReport['add']>[1],
): DocumentValidator {
  const report = new DocumentReport(undefined);
  report.add(rule, occurrence);
  const { diagnostics, rejections } = report;
  return { documentType, transient: [], validate: () => ({ ok: false, diagnostics, rejections }) };
}

class Validator implements DocumentValidator {
  readonly documentType: string;
  readonly transient: readonly string[];

  constructor(
    { name, node }: DocumentType,
    private readonly schema: CompiledSchema,
    private readonly protocol: ProtocolRules,
  ) {
    this.documentType = name;
    this.transient = getItems(getMember(node, 'transient'))
      .map(getText)
      .filter((text) => text !== undefined);
  }

  validate(document: unknown, { decodesForms = true }: DataReading = {}): DocumentVerdict {
    const encodings = decodesForms ? this.schema.encodings : {};
    const source = typeof document === 'string' ? readJson(document) : undefined;
    const isTooDeep = source !== undefined && source.depth > LIMITS.jsonDepth;
    if (source?.error !== undefined || isTooDeep) return this.unreadable(source, undefined);
    try {
      const value: unknown = source?.root === undefined ? document : toData(source.root);
      return this.judge(readDocument(value, encodings, this.protocol.documentDepth), source);
    } catch (error) {
      return this.unreadable(source, error);
    }
  }

  private judge(read: ParsedDocument, source: Source | undefined): DocumentVerdict {
    const found: LocatedViolation[] = [];
    const isObject = getKind(read.data) === 'object';
    if (isObject && read.tooDeep === undefined) this.schema.check(read.data, found);
    const isClean =
      isObject &&
      found.length === 0 &&
      read.oversized.length === 0 &&
      read.integerTexts.length === 0 &&
      read.loneSurrogates.length === 0 &&
      read.tooDeep === undefined &&
      (source?.repeatedKeys.length ?? 0) === 0;
    if (isClean) return ACCEPTED;
    const report = new DocumentReport(source && { root: source.root, lines: source.lines });
    this.addNotices(report, read, source);
    if (read.tooDeep !== undefined) this.addDepth(report, read.tooDeep);
    else if (!isObject)
      report.add(RULES.notObject, { message: `expected an object, found ${excerpt(read.data)}` });
    for (const one of found) report.addFound(one);
    return createVerdict(report);
  }

  /** Reports nesting. Before protocol 13 only the limit of this package applies. */
  private addDepth(report: DocumentReport, keys: readonly (string | number)[]): void {
    const { documentDepth } = this.protocol;
    const rule = documentDepth === undefined ? RULES.unreadable : RULES.depth;
    report.add(rule, {
      message: `more than ${documentDepth ?? LIMITS.jsonDepth} levels of nesting`,
      keys,
    });
  }

  private addNotices(report: DocumentReport, read: ParsedDocument, source: Source | undefined): void {
    for (const { keys, bytes } of read.oversized)
      report.add(RULES.fieldSize, {
        message: `the value has ${bytes} bytes: the maximum is ${LIMITS.fieldValueBytes}`,
        keys,
        payload: {
          field: keys.findLast((key) => typeof key === 'string') ?? '',
          actualSizeBytes: bytes,
          maxSizeBytes: LIMITS.fieldValueBytes,
        },
      });
    for (const { keys, integer } of read.integerTexts)
      report.add(RULES.integerText, {
        message: `text is read as the integer ${integer}: the network and the official SDK take no text here`,
        keys,
        fix: isSafe(integer)
          ? `Write the number ${integer}.`
          : `Pass the bigint ${integer}n to the SDK: a JSON number above 2^53 is inexact.`,
      });
    for (const keys of read.loneSurrogates)
      report.add(findSourceRule('json-lone-surrogate'), {
        message: `half of a surrogate pair at ${truncate(formatPointer(keys))}`,
        keys,
      });
    for (const { overridden } of source?.repeatedKeys ?? [])
      for (const node of overridden)
        report.add(findSourceRule('json-repeated-key'), {
          message: `"${truncate(String(node.key))}" is repeated later: this member is dropped`,
          span: { start: node.keyStart, end: node.keyEnd },
        });
  }

  private unreadable(source: Source | undefined, error: unknown): DocumentVerdict {
    const report = new DocumentReport(source && { root: source.root, lines: source.lines });
    const syntaxError = source?.error;
    if (syntaxError !== undefined)
      report.add(RULES.unreadable, { message: syntaxError.message, span: syntaxError });
    else if (error === undefined) this.addDepth(report, []);
    else
      report.add(RULES.unreadable, {
        message: `the value cannot be read: ${describeError(error)}`,
      });
    return createVerdict(report);
  }
}

const MAX_SAFE = BigInt(Number.MAX_SAFE_INTEGER);
const isSafe = (integer: bigint): boolean => integer >= -MAX_SAFE && integer <= MAX_SAFE;

function describeError(error: unknown): string {
  return error instanceof Error ? truncate(error.message) : 'it throws';
}

function findSourceRule(code: string) {
  const rule = SOURCE_RULES.find((one) => one.code === code);
  if (rule === undefined) throw new Error(`no rule ${code}`);
  return rule;
}

function createVerdict(report: DocumentReport): DocumentVerdict {
  const { diagnostics, rejections } = report;
  return { ok: rejections.length === 0, diagnostics, rejections };
}
