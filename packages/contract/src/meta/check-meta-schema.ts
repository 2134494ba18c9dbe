import { createStringNode } from '../source/create-node.js';
import { excerpt, truncate } from '../source/excerpt.js';
import { getMember, type JsonNode, type ObjectNode } from '../source/json-node.js';
import { findRepeatedItems } from '../schema/keyword-shape.js';
import { describeSchema } from './describe-schema.js';
import { type MetaSchema, type MetaSchemaObject, resolveMetaReference } from './meta-schema.js';
import {
  type MetaError,
  type Result,
  type Cause,
  PASSED,
  fail,
  explainCause,
  Findings,
  forKey,
  nameCondition,
} from './meta-findings.js';
import { hasType, findOwnError, reject, compile } from './own-error.js';

/** Finds everything that the meta-schema rejects in a value, once a place, and names the keyword of `keywords` that it is about. */
export function findMetaErrors(
  schema: MetaSchema,
  node: JsonNode,
  keywords: ReadonlySet<string>,
): readonly MetaError[] {
  const checker = new MetaChecker(keywords);
  return [...checker.check(schema, node, { keyword: undefined, because: undefined }).errors];
}

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
