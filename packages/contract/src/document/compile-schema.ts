import { ContractError } from '../diagnostic/contract-error.js';
import type { ContractFrame } from '../model/contract-model.js';
import { chooseIntegerStorage } from '../model/integer-storage.js';
import { resolveReference } from '../model/reference.js';
import { findDraftErrors } from '../schema/draft-2020-12.js';
import {
  getMember,
  asObject,
  getPointer,
  getText,
  type JsonNode,
  type ObjectNode,
} from '../source/json-node.js';
import { CONTAINS_RULE } from './contains-rule.js';
import { getElements, getMembers, type Data } from './data.js';
import type { Check, DocumentRule, Violation } from './document-rule.js';
import { RULES_BY_KEYWORD } from './document-rules.js';
import { compileWidthCheck, INTEGER_WIDTH_RULE } from './integer-width.js';
import type { Keys } from './read-document.js';
import { type TextEncoding, chooseTextEncoding, type TextEncodings } from './text-encoding.js';

/** Locates a violation, with the rule that it violates. */
export interface LocatedViolation {
  readonly rule: DocumentRule;
  readonly violation: Violation;
  readonly keys: Keys;
  readonly keyword: string;
  readonly schemaPath: string;
}

/** Checks values against a schema that was compiled once. */
export interface CompiledSchema {
  readonly encodings: TextEncodings;
  readonly check: (value: Data, found: LocatedViolation[]) => void;
}

/** Reports that a schema cannot be compiled; never leaves this folder. */
export class SchemaCompileError extends ContractError {
  override readonly name = 'SchemaCompileError';

  constructor(message: string) {
    super({ reason: 'schema-not-compilable', message });
  }
}

/**
 * Lists keywords that apply schemas and that properties cannot have: only types from before protocol 12 have them, at
 * their top.
 */
const UNSUPPORTED_KEYWORDS = new Set(
  (
    'allOf anyOf oneOf not if dependentSchemas dependencies patternProperties propertyNames prefixItems items ' +
    'unevaluatedProperties'
  ).split(' '),
);
/** Limits the schemas: more do not fit into a contract that can be registered. */
const MAX_SCHEMAS = 10_000;

/** Describes what the protocol version changes in schemas. */
export interface SchemaOptions {
  /** True if the bounds of an integer decide how wide it is stored. */
  readonly isSized: boolean;
  /** True if arrays have other elements than bytes. */
  readonly hasLists: boolean;
}

/**
 * Compiles the schema of a document type.
 *
 * @throws {SchemaCompileError} when it cannot be compiled.
 */
export function compileDocumentSchema(
  documentRoot: ObjectNode,
  contract: ContractFrame,
  options: SchemaOptions,
): CompiledSchema {
  checkDraft(documentRoot);
  return new Compiler(documentRoot, contract, options).compile(documentRoot, [], '', false);
}

/** Ignores `required`: the platform removes the system names from it before it compiles. */
const LENIENT = { ignored: new Set(['required']), hasMetaSchema: false };

function checkDraft(schema: JsonNode): void {
  const [violation] = findDraftErrors(schema, LENIENT);
  if (violation !== undefined)
    throw new SchemaCompileError(
      `invalid schema at ${getPointer(violation.node)}: expected ${violation.expected}`,
    );
}

/** Holds encodings while they are collected. */
interface Encodings {
  encoding?: TextEncoding | undefined;
  members?: ReadonlyMap<string, TextEncodings>;
  items?: TextEncodings;
}

class Compiler {
  private count = 0;

  constructor(
    private readonly documentRoot: ObjectNode,
    private readonly contract: ContractFrame,
    private readonly options: SchemaOptions,
  ) {}

  compile(node: JsonNode, keys: Keys, schemaPath: string, isReferred: boolean): CompiledSchema {
    const schema = asObject(node);
    this.count += 1;
    if (schema === undefined)
      throw new SchemaCompileError(`the schema at ${getPointer(node)} is not an object`);
    if (this.count > MAX_SCHEMAS) throw new SchemaCompileError(`more than ${MAX_SCHEMAS} schemas`);
    const checks: CompiledSchema['check'][] = [];
    const storage =
      getText(getMember(schema, 'type')) === 'integer'
        ? chooseIntegerStorage(schema, this.options.isSized)
        : undefined;
    const encodings: Encodings = { encoding: chooseTextEncoding(schema, storage) };
    const isDocument = schema === this.documentRoot;
    const add = (rule: DocumentRule, keyword: string, check: Check | undefined): void => {
      if (check === undefined) return;
      const path = `${schemaPath}/${keyword}`;
      checks.push((value, found) => {
        const violations = check(value);
        if (violations === undefined) return;
        for (const violation of Array.isArray(violations) ? violations : [violations])
          found.push({ rule: violation.rule ?? rule, violation, keys, keyword, schemaPath: path });
      });
    };
    for (const [keyword, value] of schema.members) {
      if (keyword === 'items' && this.options.hasLists) {
        const elements = this.compileItems(value, keys, schemaPath, isReferred);
        checks.push(elements.check);
        encodings.items = elements.encodings;
        continue;
      }
      if (UNSUPPORTED_KEYWORDS.has(keyword))
        throw new SchemaCompileError(`"${keyword}" at ${getPointer(schema)} is not supported here`);
      const rule = RULES_BY_KEYWORD.get(keyword);
      if (rule !== undefined) add(rule, keyword, rule.compile(value, { schema, isDocument }));
      else if (keyword === 'properties') {
        const properties = this.compileProperties(value, keys, schemaPath, isReferred);
        checks.push(properties.check);
        Object.assign(encodings, properties.encodings);
      } else if (keyword === 'contains')
        add(
          CONTAINS_RULE,
          keyword,
          checkContains(this.compile(value, keys, `${schemaPath}/contains`, isReferred)),
        );
      else if (keyword === '$ref') {
        const target = this.compileReference(value, keys, schemaPath, isReferred);
        checks.push(target.check);
        Object.assign(encodings, target.encodings);
      }
    }
    if (storage !== undefined) add(INTEGER_WIDTH_RULE, '', compileWidthCheck(schema, storage));
    return { encodings, check: combineChecks(checks) };
  }

  private compileProperties(
    node: JsonNode,
    keys: Keys,
    schemaPath: string,
    isReferred: boolean,
  ): CompiledSchema {
    const compiled = [...(asObject(node)?.members ?? [])].map(
      ([name, value]) =>
        [name, this.compile(value, [...keys, name], `${schemaPath}/properties/${name}`, isReferred)] as const,
    );
    return {
      encodings: { members: new Map(compiled.map(([name, { encodings }]) => [name, encodings])) },
      check: (value, found) => {
        const members = getMembers(value);
        if (members === undefined) return;
        for (const [name, schema] of compiled) {
          const inner = members.get(name);
          if (inner !== undefined) schema.check(inner, found);
        }
      },
    };
  }

  /** Compiles the schema of the elements of a list. */
  private compileItems(node: JsonNode, keys: Keys, schemaPath: string, isReferred: boolean): CompiledSchema {
    const element = this.compile(node, [], `${schemaPath}/items`, isReferred);
    return {
      encodings: element.encodings,
      check: (value, found) => {
        if (!Array.isArray(value)) return;
        const inner: LocatedViolation[] = [];
        for (const [at, item] of value.entries()) {
          element.check(item, inner);
          for (const one of inner) found.push({ ...one, keys: [...keys, at, ...one.keys] });
          inner.length = 0;
        }
      },
    };
  }

  /**
   * Compiles the target of a reference. A definition with a reference of its own is not followed, or references could
   * multiply without end: the network rejects it, too.
   */
  private compileReference(
    node: JsonNode,
    keys: Keys,
    schemaPath: string,
    isReferred: boolean,
  ): CompiledSchema {
    const target = resolveReference(getText(node) ?? '', this.documentRoot, this.contract.defsNode);
    if (target === undefined || isReferred)
      throw new SchemaCompileError(
        `the $ref at ${getPointer(node)} has no target, or its target has a $ref of its own`,
      );
    checkDraft(target);
    return this.compile(target, keys, `${schemaPath}/$ref`, true);
  }
}

function combineChecks(checks: readonly CompiledSchema['check'][]): CompiledSchema['check'] {
  const [first] = checks;
  if (checks.length === 1 && first !== undefined) return first;
  return (value, found) => {
    for (const check of checks) check(value, found);
  };
}

/** Compiles `contains`. The official engine does not check inside it whether elements are bytes. */
function checkContains({ check }: CompiledSchema): Check {
  return (value) => {
    const items = getElements(value);
    if (items === undefined) return undefined;
    for (let at = 0; at < items.length; at += 1) {
      const found: LocatedViolation[] = [];
      check(items[at] ?? null, found);
      if (found.every(({ rule }) => rule.stage !== 'schema' || rule.severity === 'warning')) return undefined;
    }
    return {
      message: `none of the ${items.length} elements matches "contains"`,
      params: {},
    };
  };
}
