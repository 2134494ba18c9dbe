import type { ContractFrame } from '../model/contract-frame.js';
import { integerStorage } from '../model/integer-storage.js';
import { resolveReference } from '../model/reference.js';
import { draftFaults } from '../rules/draft-2020-12.js';
import { member, objectOf, pointerTo, textOf, type JsonNode, type ObjectNode } from '../source/json-node.js';
import { CONTAINS_RULE } from './contains-rule.js';
import { elementsOf, membersOf, type Data } from './data.js';
import type { Check, DocumentRule, Fault } from './document-rule.js';
import { RULES_BY_KEYWORD } from './document-rules.js';
import { widthCheck, WIDTH_RULE } from './integer-width.js';
import type { Keys } from './read-document.js';
import { type Reading, readingOf, type Readings } from './reading.js';

/** A mistake, the rule that it breaks, and where. */
export interface Found {
  readonly rule: DocumentRule;
  readonly fault: Fault;
  readonly keys: Keys;
  readonly keyword: string;
  readonly schemaPath: string;
}

/** A schema, read once for all documents. */
export interface CompiledSchema {
  readonly readings: Readings;
  readonly check: (value: Data, found: Found[]) => void;
}

/** A schema that cannot be compiled. Thrown while one is read, never beyond this folder. */
export class SchemaFault extends Error {
  override readonly name = 'SchemaFault';
}

/** Keywords that apply schemas, and that no property may have: only types of before protocol 12, at their top. */
const UNJUDGED = new Set(
  (
    'allOf anyOf oneOf not if dependentSchemas dependencies patternProperties propertyNames prefixItems items ' +
    'unevaluatedProperties'
  ).split(' '),
);
/** More than fit into a contract that can be registered. */
const MOST_SCHEMAS = 10_000;

/**
 * Compiles the schema of a document type.
 *
 * @throws {SchemaFault} when it cannot be compiled.
 */
export function compileDocumentSchema(
  documentRoot: ObjectNode,
  contract: ContractFrame,
  isSized: boolean,
): CompiledSchema {
  refuseFaults(documentRoot);
  return new Compiler(documentRoot, contract, isSized).compile(documentRoot, [], '', false);
}

/** The platform takes names of its own out of `required` before it compiles, repeated or not. */
const LENIENT = { ignored: new Set(['required']), hasMetaSchema: false };

function refuseFaults(schema: JsonNode): void {
  const [fault] = draftFaults(schema, LENIENT);
  if (fault !== undefined) throw new SchemaFault(`expected ${fault.expected} at ${pointerTo(fault.node)}`);
}

class Compiler {
  private count = 0;

  constructor(
    private readonly documentRoot: ObjectNode,
    private readonly contract: ContractFrame,
    private readonly isSized: boolean,
  ) {}

  compile(node: JsonNode, keys: Keys, schemaPath: string, isReferred: boolean): CompiledSchema {
    const schema = objectOf(node);
    this.count += 1;
    if (schema === undefined) throw new SchemaFault(`expected a schema as an object at ${pointerTo(node)}`);
    if (this.count > MOST_SCHEMAS) throw new SchemaFault(`expected at most ${MOST_SCHEMAS} schemas`);
    const checks: CompiledSchema['check'][] = [];
    const storage =
      textOf(member(schema, 'type')) === 'integer' ? integerStorage(schema, this.isSized) : undefined;
    const readings: { reading?: Reading | undefined; members?: ReadonlyMap<string, Readings> } = {
      reading: readingOf(schema, storage),
    };
    const isDocument = schema === this.documentRoot;
    const add = (rule: DocumentRule, keyword: string, check: Check | undefined): void => {
      if (check === undefined) return;
      const path = `${schemaPath}/${keyword}`;
      checks.push((value, found) => {
        const faults = check(value);
        if (faults === undefined) return;
        for (const fault of Array.isArray(faults) ? faults : [faults])
          found.push({ rule: fault.rule ?? rule, fault, keys, keyword, schemaPath: path });
      });
    };
    for (const [keyword, value] of schema.members) {
      if (UNJUDGED.has(keyword))
        throw new SchemaFault(`expected no "${keyword}" at ${pointerTo(schema)}: it is not judged here`);
      const rule = RULES_BY_KEYWORD.get(keyword);
      if (rule !== undefined) add(rule, keyword, rule.compile(value, { schema, isDocument }));
      else if (keyword === 'properties') {
        const properties = this.compileProperties(value, keys, schemaPath, isReferred);
        checks.push(properties.check);
        Object.assign(readings, properties.readings);
      } else if (keyword === 'contains')
        add(
          CONTAINS_RULE,
          keyword,
          containing(this.compile(value, keys, `${schemaPath}/contains`, isReferred)),
        );
      else if (keyword === '$ref') {
        const target = this.compileReference(value, keys, schemaPath, isReferred);
        checks.push(target.check);
        Object.assign(readings, target.readings);
      }
    }
    if (storage !== undefined) add(WIDTH_RULE, '', widthCheck(schema, storage));
    return { readings, check: inTurn(checks) };
  }

  private compileProperties(
    node: JsonNode,
    keys: Keys,
    schemaPath: string,
    isReferred: boolean,
  ): CompiledSchema {
    const compiled = [...(objectOf(node)?.members ?? [])].map(
      ([name, value]) =>
        [name, this.compile(value, [...keys, name], `${schemaPath}/properties/${name}`, isReferred)] as const,
    );
    return {
      readings: { members: new Map(compiled.map(([name, { readings }]) => [name, readings])) },
      check: (value, found) => {
        const members = membersOf(value);
        if (members === undefined) return;
        for (const [name, schema] of compiled) {
          const inner = members.get(name);
          if (inner !== undefined) schema.check(inner, found);
        }
      },
    };
  }

  /** A definition is not referred on from, or references could multiply without end: the network refuses that, too. */
  private compileReference(
    node: JsonNode,
    keys: Keys,
    schemaPath: string,
    isReferred: boolean,
  ): CompiledSchema {
    const target = resolveReference(textOf(node) ?? '', this.documentRoot, this.contract.definitions);
    if (target === undefined || isReferred)
      throw new SchemaFault(`expected a $ref to a schema that refers no further at ${pointerTo(node)}`);
    refuseFaults(target);
    return this.compile(target, keys, `${schemaPath}/$ref`, true);
  }
}

function inTurn(checks: readonly CompiledSchema['check'][]): CompiledSchema['check'] {
  const [first] = checks;
  if (checks.length === 1 && first !== undefined) return first;
  return (value, found) => {
    for (const check of checks) check(value, found);
  };
}

/** The official engine does not ask inside `contains` whether elements are bytes. */
function containing({ check }: CompiledSchema): Check {
  return (value) => {
    const items = elementsOf(value);
    if (items === undefined) return undefined;
    for (let at = 0; at < items.length; at += 1) {
      const found: Found[] = [];
      check(items[at] ?? null, found);
      if (found.every(({ rule }) => rule.stage !== 'schema' || rule.verdict === 'warning')) return undefined;
    }
    return {
      message: `expected an element that keeps "contains", found none among ${items.length}`,
      params: {},
    };
  };
}
