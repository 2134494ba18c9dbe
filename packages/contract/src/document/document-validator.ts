import type { Diagnostic } from '../diagnostic.js';
import type { DocumentType } from '../model/document-type.js';
import { LIMITS } from '../protocol/limits.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { SOURCE_RULES } from '../rules/source-rules.js';
import { cut, itemsOf, member, textOf } from '../source/json-node.js';
import { pointerOf } from '../source/json-pointer.js';
import { readJson } from '../source/read-json.js';
import type { Source } from '../source/source.js';
import { compileDocumentSchema, type CompiledSchema, type Found, SchemaFault } from './compile-schema.js';
import { type ContractOptions, type ContractReading, readContract } from './contract-reading.js';
import { dataOf, kindOf, shown } from './data.js';
import { DocumentReport } from './document-report.js';
import type { DocumentRule } from './document-rule.js';
import { readDocument, type ReadDocument } from './read-document.js';
import { WHOLE_DOCUMENT_RULES as RULES } from './whole-document-rules.js';

/** What a check of a document finds. */
export interface DocumentVerdict {
  /** The network at that protocol version would take the data. */
  readonly ok: boolean;
  /** Everything at once: of a text in its order, of a value in the order of the schema. */
  readonly diagnostics: readonly Diagnostic[];
  /**
   * The errors with which the network answers. It looks at sizes, then at the schema, then at what can be stored, and
   * stops where it finds any, so that these may be fewer than the errors among `diagnostics`.
   */
  readonly refusals: readonly Diagnostic[];
}

/** Checks documents of one type. */
export interface DocumentValidator {
  readonly documentType: string;
  /** The properties that are checked and then not stored. */
  readonly transient: readonly string[];
  /**
   * Checks the data of a document: what an application sends on create and on replace, without the names that start
   * with `$`.
   *
   * @param document JSON text, or the value that it stands for. Bytes are `Uint8Array`, an array of integers from 0 to
   * 255 or base64 text; identifiers also base58 text. Integers are numbers or `bigint`; those of 64 bits also decimal
   * text. Never throws for what the document is.
   */
  validate(document: unknown): DocumentVerdict;
}

const ACCEPTED: DocumentVerdict = { ok: true, diagnostics: [], refusals: [] };

/**
 * Compiles a document type once, to check many documents fast. No code is generated: it runs under any content security
 * policy.
 *
 * The contract itself is not checked (that is `validateContract`). When it cannot be read, has no such type or has a type
 * that does not compile, each document gets one error that says so.
 *
 * Source of the rules: `packages/rs-dpp/src/data_contract/methods/validate_document` and `src/validation` in
 * dashpay/platform, and its copy of the `jsonschema` crate.
 *
 * @param contract JSON text, or the value that it stands for: what `validateContract` takes.
 * @throws {RangeError} when `protocolVersion` is not one of `PROTOCOL_VERSIONS`.
 * @example
 * const notes = documentValidator(contract, 'note');
 * const { ok, diagnostics } = notes.validate({ text: 'Hello' });
 */
export function documentValidator(
  contract: unknown,
  documentType: string,
  options: ContractOptions = {},
): DocumentValidator {
  return validatorIn(readContract(contract, options), documentType);
}

/** {@link documentValidator}, for a contract that was read before. */
export function validatorIn(reading: ContractReading, documentType: string): DocumentValidator {
  const refusing = (rule: DocumentRule, message: string, payload?: Readonly<Record<string, unknown>>) =>
    refuser(documentType, rule, { message, ...(payload === undefined ? {} : { payload }) });
  const { contract, protocol } = reading;
  if (contract === undefined) return refusing(RULES.unusableType, reading.reason);
  const type = contract.documentTypes.findLast(({ name }) => name === documentType);
  if (type === undefined)
    return refusing(
      RULES.unknownType,
      `expected one of ${listed(contract.documentTypes)}, found "${cut(documentType)}"`,
      { documentType, contractId: textOf(member(contract.root, 'id')) ?? '' },
    );
  try {
    const isSized = contract.config.sizedIntegerTypes && protocol.sizedIntegers;
    const schema = compileDocumentSchema(type.node, contract, isSized);
    return new Validator(type, schema, protocol);
  } catch (error) {
    if (error instanceof SchemaFault) return refusing(RULES.unusableType, error.message);
    throw error;
  }
}

function listed(types: readonly DocumentType[]): string {
  const names = types.slice(0, 20).map(({ name }) => `"${cut(name)}"`);
  return names.length === 0 ? 'no document types' : names.join(', ');
}

/** Refuses every document for the same reason. */
function refuser(
  documentType: string,
  rule: DocumentRule,
  occurrence: Parameters<DocumentReport['add']>[1],
): DocumentValidator {
  const report = new DocumentReport(undefined);
  report.add(rule, occurrence);
  const { diagnostics, refusals } = report;
  return { documentType, transient: [], validate: () => ({ ok: false, diagnostics, refusals }) };
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
    this.transient = itemsOf(member(node, 'transient'))
      .map(textOf)
      .filter((text) => text !== undefined);
  }

  validate(document: unknown): DocumentVerdict {
    const source = typeof document === 'string' ? readJson(document) : undefined;
    const isTooDeep = source !== undefined && source.depth > LIMITS.jsonDepth;
    if (source?.fault !== undefined || isTooDeep) return this.unreadable(source, undefined);
    try {
      const value: unknown = source?.root === undefined ? document : dataOf(source.root);
      return this.judge(readDocument(value, this.schema.readings, this.protocol.documentDepth), source);
    } catch (error) {
      return this.unreadable(source, error);
    }
  }

  private judge(read: ReadDocument, source: Source | undefined): DocumentVerdict {
    const found: Found[] = [];
    const isObject = kindOf(read.data) === 'object';
    if (isObject && read.tooDeep === undefined) this.schema.check(read.data, found);
    const isClean =
      isObject &&
      found.length === 0 &&
      read.oversized.length === 0 &&
      read.unpaired.length === 0 &&
      read.tooDeep === undefined &&
      (source?.repeating.length ?? 0) === 0;
    if (isClean) return ACCEPTED;
    const report = new DocumentReport(source && { root: source.root, lines: source.lines });
    this.addNotices(report, read, source);
    if (read.tooDeep !== undefined) this.addDepth(report, read.tooDeep);
    else if (!isObject)
      report.add(RULES.notObject, { message: `expected an object, found ${shown(read.data)}` });
    for (const one of found) report.addFound(one);
    return verdictOf(report);
  }

  /** Before protocol 13 only what this package looks into is limited. */
  private addDepth(report: DocumentReport, keys: readonly (string | number)[]): void {
    const { documentDepth } = this.protocol;
    const rule = documentDepth === undefined ? RULES.unreadable : RULES.depth;
    report.add(rule, {
      message: `expected at most ${documentDepth ?? LIMITS.jsonDepth} levels, found more`,
      keys,
    });
  }

  private addNotices(report: DocumentReport, read: ReadDocument, source: Source | undefined): void {
    for (const { keys, bytes } of read.oversized)
      report.add(RULES.fieldSize, {
        message: `expected at most ${LIMITS.fieldValueBytes} bytes, found ${bytes}`,
        keys,
        payload: {
          field: keys.findLast((key) => typeof key === 'string') ?? '',
          actualSizeBytes: bytes,
          maxSizeBytes: LIMITS.fieldValueBytes,
        },
      });
    for (const keys of read.unpaired)
      report.add(sourceRule('json-lone-surrogate'), {
        message: `expected whole characters, found half of one at ${cut(pointerOf(keys))}`,
        keys,
      });
    for (const { overridden } of source?.repeating ?? [])
      for (const node of overridden)
        report.add(sourceRule('json-repeated-key'), {
          message: `expected each name once, found "${cut(String(node.key))}" again later: this one is dropped`,
          span: { start: node.keyStart, end: node.keyEnd },
        });
  }

  private unreadable(source: Source | undefined, error: unknown): DocumentVerdict {
    const report = new DocumentReport(source && { root: source.root, lines: source.lines });
    const { fault } = source ?? {};
    if (fault !== undefined) report.add(RULES.unreadable, { message: fault.message, span: fault });
    else if (error === undefined) this.addDepth(report, []);
    else
      report.add(RULES.unreadable, {
        message: `expected a value that can be read, found one that cannot: ${reasonOf(error)}`,
      });
    return verdictOf(report);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? cut(error.message) : 'it throws';
}

function sourceRule(code: string) {
  const rule = SOURCE_RULES.find((one) => one.code === code);
  if (rule === undefined) throw new Error(`no rule ${code}`);
  return rule;
}

function verdictOf(report: DocumentReport): DocumentVerdict {
  const { diagnostics, refusals } = report;
  return { ok: refusals.length === 0, diagnostics, refusals };
}
