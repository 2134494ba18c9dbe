import { createStringNode } from '../source/create-node.js';
import { excerpt, truncate } from '../source/excerpt.js';
import { getMember, getText, type JsonNode, type ObjectNode } from '../source/json-node.js';
import { findRepeatedItems } from '../schema/keyword-shape.js';
import { countCharacters } from '../text/count-characters.js';
import { describeSchema } from './describe-schema.js';
import { type MetaSchema, type MetaSchemaObject, resolveMetaReference, type Scalar } from './meta-schema.js';

/** Describes a value that the meta-schema rejects. */
export interface MetaError {
  readonly node: JsonNode;
  readonly message: string;
  /** True if the name of the value is wrong, or its presence. */
  readonly isAtName: boolean;
  /** Keyword of a contract that the error is about: the nearest around the value, or the one that makes the demand. */
  readonly keyword: string | undefined;
  /** Names that are known where the name is unknown. */
  readonly names?: readonly string[];
}

interface Result {
  readonly errors: ReadonlySet<MetaError>;
  /** Members that a schema describes: those that are left are unevaluated. */
  readonly evaluated: ReadonlySet<string>;
}

/** Holds why a schema applies: the keyword of a contract that it is about, and the one that makes the demand. */
interface Cause {
  readonly keyword: string | undefined;
  readonly because: string | undefined;
}

const NO_NAMES: ReadonlySet<string> = new Set();
const PASSED: Result = { errors: new Set(), evaluated: NO_NAMES };

/** Finds everything that the meta-schema rejects in a value, once a place, and names the keyword of `keywords` that it is about. */
export function findMetaErrors(
  schema: MetaSchema,
  node: JsonNode,
  keywords: ReadonlySet<string>,
): readonly MetaError[] {
  const checker = new MetaChecker(keywords);
  return [...checker.check(schema, node, { keyword: undefined, because: undefined }).errors];
}

const patterns = new Map<string, RegExp>();

function compile(pattern: string): RegExp {
  const known = patterns.get(pattern) ?? new RegExp(pattern, 'u');
  patterns.set(pattern, known);
  return known;
}

const hasType = (node: JsonNode, type: string): boolean =>
  type === 'integer' ? node.kind === 'number' && node.integer !== undefined : node.kind === type;

const isScalar = (node: JsonNode, value: Scalar): boolean => {
  if (node.kind === 'number')
    return (
      typeof value === 'number' &&
      (node.integer ?? node.value) === (node.integer === undefined ? value : BigInt(value))
    );
  return (node.kind === 'string' || node.kind === 'boolean') && node.value === value;
};

/** Returns whether a branch of alternatives is about values of this kind. */
function isAbout(schema: MetaSchema, node: JsonNode): boolean {
  if (typeof schema === 'boolean') return schema;
  if (schema.$ref !== undefined) return isAbout(resolveMetaReference(schema.$ref), node);
  if (schema.const !== undefined || schema.enum !== undefined) return false;
  const types = [schema.type ?? []].flat();
  return types.length === 0 || types.some((type) => hasType(node, type));
}

/** Bounds the schemas within each other, which nest as the value does. The parser rejects expressions, operands and objects long before. */
const MAX_DEPTH = 800;

/** Checks nodes by schemas. A pair of both is checked once: the meta-schema describes nested objects twice. */
class MetaChecker {
  private readonly known = new Map<MetaSchemaObject, Map<JsonNode, Result>>();
  private depth = 0;

  constructor(private readonly keywords: ReadonlySet<string>) {}

  check(schema: MetaSchema, node: JsonNode, cause: Cause): Result {
    if (schema === true) return PASSED;
    if (schema === false)
      return fail(node, cause, `${String(node.key)} is not allowed here${explainCause(cause)}`, true);
    const results = this.known.get(schema) ?? new Map<JsonNode, Result>();
    this.known.set(schema, results);
    const known = results.get(node);
    if (known !== undefined) return known;
    if (this.depth >= MAX_DEPTH) return PASSED;
    this.depth += 1;
    const result = this.checkSchema(schema, node, cause);
    this.depth -= 1;
    results.set(node, result);
    return result;
  }

  private checkSchema(schema: MetaSchemaObject, node: JsonNode, cause: Cause): Result {
    const own = findOwnError(schema, node);
    if (own !== undefined) return fail(node, cause, `${own}${explainCause(cause)}`);
    const found = new Findings();
    if (schema.$ref !== undefined) found.add(this.check(resolveMetaReference(schema.$ref), node, cause));
    if (node.kind === 'array') this.checkItems(schema, node.items, cause, found);
    if (node.kind === 'object') this.checkMembers(schema, node, cause, found);
    for (const inner of schema.allOf ?? []) found.add(this.check(inner, node, cause));
    if (schema.anyOf !== undefined) found.add(this.checkAlternatives(schema.anyOf, node, cause, false));
    if (schema.oneOf !== undefined) found.add(this.checkAlternatives(schema.oneOf, node, cause, true));
    if (schema.not !== undefined && this.check(schema.not, node, cause).errors.size === 0)
      found.add(reject(schema.not, node, cause));
    this.checkCondition(schema, node, cause, found);
    if (node.kind === 'object' && schema.unevaluatedProperties === false)
      for (const [name, value] of node.members)
        if (!found.evaluated.has(name))
          found.note(value, cause, `unknown keyword "${truncate(name)}"`, [...found.evaluated]);
    return found;
  }

  private checkItems(
    { prefixItems = [], items, uniqueItems }: MetaSchemaObject,
    nodes: readonly JsonNode[],
    cause: Cause,
    found: Findings,
  ): void {
    for (const [at, node] of nodes.entries()) {
      const schema = prefixItems[at] ?? items;
      if (schema === false)
        found.note(node, cause, `one element too many: ${prefixItems.length} are allowed`);
      else if (schema !== undefined) found.add(this.check(schema, node, cause).errors);
    }
    const [list] = nodes;
    if (uniqueItems === true && list?.parent !== undefined)
      for (const repeated of findRepeatedItems(list.parent))
        found.note(repeated, cause, `${excerpt(repeated)} is repeated`);
  }

  private checkMembers(schema: MetaSchemaObject, node: ObjectNode, cause: Cause, found: Findings): void {
    for (const name of schema.required ?? [])
      if (!node.members.has(name))
        found.note(node, cause, `${name} is missing${explainCause(cause)}`, undefined, false);
    for (const [name, others] of Object.entries(schema.dependentRequired ?? {}))
      for (const other of node.members.has(name) ? others : [])
        if (!node.members.has(other))
          found.note(
            node,
            this.enter(cause, name),
            `${other} is missing; ${name} requires it`,
            undefined,
            false,
          );
    for (const [name, value] of node.members) {
      const inner = this.selectSchemas(schema, name);
      if (inner.length > 0) found.evaluated.add(name);
      const isNamed = schema.properties !== undefined && Object.hasOwn(schema.properties, name);
      const around = isNamed && this.keywords.has(name) ? { keyword: name, because: undefined } : cause;
      for (const each of inner)
        if (each === false && !isNamed)
          found.note(
            value,
            cause,
            `unknown member "${truncate(name)}"`,
            Object.keys(schema.properties ?? {}),
          );
        else found.add(this.check(each, value, isNamed ? around : { ...cause, because: undefined }).errors);
      this.checkName(schema, value, cause, found);
    }
    for (const [name, inner] of Object.entries(schema.dependentSchemas ?? {}))
      if (node.members.has(name)) found.add(this.check(inner, node, this.enter(cause, name)));
  }

  private checkName(
    { propertyNames }: MetaSchemaObject,
    value: JsonNode,
    cause: Cause,
    found: Findings,
  ): void {
    if (propertyNames === undefined) return;
    const name = String(value.key);
    const asText = createStringNode(value, value.keyStart, value.keyEnd, name);
    if (this.check(propertyNames, asText, cause).errors.size > 0)
      found.note(
        value,
        cause,
        `invalid name "${truncate(name)}": it must be ${describeSchema(propertyNames)}`,
      );
  }

  /** Lists the schemas of a member. */
  private selectSchemas(schema: MetaSchemaObject, name: string): MetaSchema[] {
    const own = schema.properties !== undefined && Object.hasOwn(schema.properties, name);
    const named = own ? [schema.properties?.[name] ?? true] : [];
    const matching = Object.entries(schema.patternProperties ?? {}).flatMap(([pattern, inner]) =>
      compile(pattern).test(name) ? [inner] : [],
    );
    const found = [...named, ...matching];
    return found.length === 0 && schema.additionalProperties !== undefined
      ? [schema.additionalProperties]
      : found;
  }

  private checkAlternatives(
    branches: readonly MetaSchema[],
    node: JsonNode,
    cause: Cause,
    isExclusive: boolean,
  ): Result {
    const results = branches.map((branch) => this.check(branch, node, cause));
    const passed = results.filter(({ errors }) => errors.size === 0);
    if (passed.length === 1 || (passed.length > 1 && !isExclusive))
      return { errors: PASSED.errors, evaluated: new Set(passed.flatMap(({ evaluated }) => [...evaluated])) };
    const fitting = results.filter((_, at) => isAbout(branches[at] ?? false, node));
    const [only] = fitting;
    if (passed.length === 0 && fitting.length === 1 && only !== undefined) return only;
    const expected = branches.map(describeSchema).join(' or ');
    return fail(
      node,
      cause,
      `expected ${expected}${forKey(node)}, found ${excerpt(node)}${explainCause(cause)}`,
    );
  }

  private checkCondition(schema: MetaSchemaObject, node: JsonNode, cause: Cause, found: Findings): void {
    if (schema.if === undefined) return;
    const condition = this.check(schema.if, node, cause);
    const isMet = condition.errors.size === 0;
    const name = isMet ? nameCondition(schema.if) : undefined;
    const chosen = isMet ? schema.then : schema.else;
    if (isMet) for (const each of condition.evaluated) found.evaluated.add(each);
    if (chosen === undefined) return;
    const shown = name === 'type' ? `type ${excerpt(getMember(node, 'type'))}` : name;
    found.add(this.check(chosen, node, this.enter({ ...cause, because: shown ?? cause.because }, name)));
  }

  /** Names the keyword that makes a demand, where it is one of a contract. */
  private enter({ keyword, because }: Cause, name: string | undefined): Cause {
    return {
      keyword: name !== undefined && this.keywords.has(name) ? name : keyword,
      because: because ?? name,
    };
  }
}

/** Collects errors and described members. */
class Findings implements Result {
  readonly errors = new Set<MetaError>();
  readonly evaluated = new Set<string>();

  add(result: Result | ReadonlySet<MetaError>): void {
    for (const error of 'errors' in result ? result.errors : result) this.errors.add(error);
    for (const name of 'evaluated' in result ? result.evaluated : NO_NAMES) this.evaluated.add(name);
  }

  note(node: JsonNode, cause: Cause, message: string, names?: readonly string[], isAtName = true): void {
    this.errors.add({
      node,
      message,
      isAtName,
      keyword: cause.keyword,
      ...(names === undefined ? {} : { names }),
    });
  }
}

function fail(node: JsonNode, { keyword }: Cause, message: string, isAtName = false): Result {
  return { errors: new Set([{ node, message, isAtName, keyword }]), evaluated: NO_NAMES };
}

const explainCause = ({ because }: Cause): string =>
  because === undefined ? '' : `; ${because} requires it`;

const forKey = ({ key }: JsonNode): string =>
  typeof key === 'string' && key !== '' ? ` for ${truncate(key)}` : '';

/** Names the member that a condition asks about. */
function nameCondition(condition: MetaSchema): string | undefined {
  if (typeof condition === 'boolean') return undefined;
  const [first] = condition.anyOf ?? [];
  const { required = [], properties = {} } = condition;
  return (
    required[0] ?? Object.keys(properties)[0] ?? (first === undefined ? undefined : nameCondition(first))
  );
}

/** Reports a value that fulfils what it must not: at the member that is there, if a list names it. */
function reject(schema: MetaSchema, node: JsonNode, cause: Cause): Result {
  const { required = [], anyOf = [] } = typeof schema === 'boolean' ? {} : schema;
  const names = [
    ...required,
    ...anyOf.flatMap((each) => (typeof each === 'boolean' ? [] : (each.required ?? []))),
  ];
  const present = names.flatMap((name) => getMember(node, name) ?? []);
  const errors = present.map((member) => ({
    node: member,
    message: `${String(member.key)} is not allowed here${explainCause(cause)}`,
    isAtName: true,
    keyword: cause.keyword,
  }));
  if (errors.length > 0) return { errors: new Set(errors), evaluated: NO_NAMES };
  return fail(node, cause, `${excerpt(node)}${forKey(node)} is not allowed here${explainCause(cause)}`);
}

/** Says what is wrong with a value by itself: its type, its bounds, its size. */
function findOwnError(schema: MetaSchemaObject, node: JsonNode): string | undefined {
  const expected = (): string => `expected ${describeSchema(schema)}${forKey(node)}, found ${excerpt(node)}`;
  const types = [schema.type ?? []].flat();
  if (types.length > 0 && !types.some((type) => hasType(node, type))) return expected();
  if (schema.const !== undefined && !isScalar(node, schema.const)) return expected();
  if (schema.enum !== undefined && !schema.enum.some((value) => isScalar(node, value))) return expected();
  switch (node.kind) {
    case 'number':
      return fitsBounds(schema, node.integer ?? node.value) ? undefined : expected();
    case 'string': {
      const isLong = isOutside(countCharacters(node.value), schema.minLength, schema.maxLength);
      const isOther = schema.pattern !== undefined && !compile(schema.pattern).test(getText(node) ?? '');
      return isLong || isOther ? expected() : undefined;
    }
    case 'array':
      return isOutside(node.items.length, schema.minItems, schema.maxItems)
        ? countError(schema, node.items.length, node)
        : undefined;
    case 'object': {
      const { size } = node.members;
      if (!isOutside(size, schema.minProperties, schema.maxProperties)) return undefined;
      const { minProperties: min = 0, maxProperties: max } = schema;
      const bounds =
        max === undefined ? `at least ${min}` : min === max ? `exactly ${min}` : `${min} to ${max}`;
      return `expected an object of ${bounds} member${bounds.endsWith(' 1') ? '' : 's'}${forKey(node)}, found ${size}`;
    }
    default:
      return undefined;
  }
}

function countError({ minItems = 0, maxItems }: MetaSchemaObject, count: number, node: JsonNode): string {
  const bounds =
    maxItems === undefined
      ? `at least ${minItems}`
      : minItems === maxItems
        ? `${minItems}`
        : `${minItems} to ${maxItems}`;
  return `expected ${bounds} element${bounds.endsWith(' 1') || bounds === '1' ? '' : 's'}${forKey(node)}, found ${count}`;
}

const isOutside = (count: number, min = 0, max = Number.POSITIVE_INFINITY): boolean =>
  count < min || count > max;

/** Compares with bounds, which are numbers: one above 2^53 is the nearest that is one. */
function fitsBounds(
  { minimum, maximum, exclusiveMinimum }: MetaSchemaObject,
  value: bigint | number,
): boolean {
  return (
    (minimum === undefined || value >= minimum) &&
    (maximum === undefined || Number(value) <= maximum) &&
    (exclusiveMinimum === undefined || value > exclusiveMinimum)
  );
}
