import {
  contestedPatternMatcher,
  documentValidator,
  type ContestDescription,
  type DocumentTypeDescription,
  type DocumentValidator,
  type PropertyDescription,
} from '@dapikit/contract';
import { valueAt, withValue } from '../step/document-value.js';
import type { DocumentJson } from '../step/step.js';
import { schemaOf, type Schema } from './resolve-schema.js';
import { valueCandidates } from './value-candidates.js';

/** Number of random values of a property. */
const RANDOM_VALUES = 24;
/** Most documents that are tried to make one valid. */
const MAX_TRIES = 400;

/** Configures a {@link DocumentSource}. */
export interface SourceOptions {
  /** The contract, as the validator reads it. */
  readonly contract: unknown;
  readonly protocolVersion: number;
  readonly seed: number;
  /** Base58. */
  readonly identifiers: readonly string[];
}

/** Holds valid values of a property that has no properties inside. */
interface Leaf {
  readonly path: string;
  readonly required: boolean;
  readonly candidates: readonly unknown[];
}

/** Makes valid documents of a type from its schema. Each is checked by the rules of the contract. */
export class DocumentSource {
  /** The valid document with the fewest properties and the simplest values; nothing where none was found. */
  readonly plain: DocumentJson | undefined;
  /** The last document that was tried, valid or not. */
  nearest: DocumentJson = {};
  private readonly validator: DocumentValidator;
  private readonly leaves: ReadonlyMap<string, Leaf>;

  constructor(
    readonly type: DocumentTypeDescription,
    readonly schema: Schema,
    options: SourceOptions,
  ) {
    const { contract, protocolVersion } = options;
    this.validator = documentValidator(contract, type.name, { protocolVersion });
    this.leaves = new Map(leavesOf(type, schema, options).map((leaf) => [leaf.path, leaf]));
    this.plain = this.findPlain();
  }

  /** Returns whether the rules of the contract accept a document. */
  isValid(data: DocumentJson): boolean {
    return this.validator.validate(data).ok;
  }

  /** Returns whether the rules of the contract accept the value at a path of a document. */
  accepts(data: DocumentJson, path: string): boolean {
    const pointer = `/${path.replaceAll('.', '/')}`;
    return !this.validator
      .validate(data)
      .diagnostics.some(({ severity, at }) => severity === 'error' && at === pointer);
  }

  /** Lists the paths of the properties that have values: no objects. */
  get paths(): readonly string[] {
    return [...this.leaves.keys()];
  }

  /** Lists the paths of the properties that are identifiers. */
  get identifierPaths(): readonly string[] {
    const visit = (properties: readonly PropertyDescription[]): string[] =>
      properties.flatMap(({ path, type, properties: inner }) =>
        type === 'identifier' ? [path] : visit(inner),
      );
    return visit(this.type.properties);
  }

  /** Lists values with which a document stays valid, other than its own, the simplest first. */
  valuesFor(data: DocumentJson, path: string): readonly unknown[] {
    const own = valueAt(data, path);
    const candidates = this.leaves.get(path)?.candidates ?? [];
    return candidates.filter((value) => value !== own && this.isValid(withValue(data, path, value)));
  }

  /** Lists valid documents that differ from the plain one in a value each, and that one first; none where there is no plain one. */
  samples(most: number): readonly DocumentJson[] {
    const { plain } = this;
    if (plain === undefined) return [];
    const values = this.paths.map((path) => this.valuesFor(plain, path).map((value) => ({ path, value })));
    const found = [plain];
    for (let turn = 0; found.length < most && values.some((list) => list.length > turn); turn += 1)
      for (const { path, value } of values.flatMap((list) => list.slice(turn, turn + 1)))
        found.push(withValue(plain, path, value));
    return found.slice(0, most);
  }

  /** Returns a valid document that has other values at these paths; nothing where there is none at one of them. */
  differing(data: DocumentJson, paths: readonly string[], turn = 0): DocumentJson | undefined {
    let changed = data;
    for (const path of paths) {
      const values = this.valuesFor(changed, path);
      const value = values[turn % Math.max(values.length, 1)];
      if (value === undefined) return undefined;
      changed = withValue(changed, path, value);
    }
    return changed;
  }

  /** Returns a valid document that has a value at each of these paths; nothing where there is none. */
  having(data: DocumentJson, paths: readonly string[]): DocumentJson | undefined {
    let changed = data;
    for (const path of paths) {
      if (!this.leaves.has(path) || valueAt(changed, path) !== undefined) continue;
      const [value] = this.valuesFor(changed, path);
      if (value === undefined) return undefined;
      changed = withValue(changed, path, value);
    }
    return changed;
  }

  /** Returns a valid document without a value at a path; nothing where there is none. */
  lacking(data: DocumentJson, path: string): DocumentJson | undefined {
    const changed = withValue(data, path, undefined);
    return this.isValid(changed) ? changed : undefined;
  }

  /** Returns a valid document whose values start a contest; nothing where none was found. */
  contested({ fieldMatches }: ContestDescription): DocumentJson | undefined {
    let data =
      this.plain &&
      this.having(
        this.plain,
        fieldMatches.map(({ field }) => field),
      );
    for (const { field, regexPattern } of fieldMatches) {
      if (data === undefined) return undefined;
      const matches = contestedPatternMatcher(regexPattern);
      const isMatch = (value: unknown): boolean => typeof value === 'string' && matches?.(value) === true;
      if (isMatch(valueAt(data, field))) continue;
      const value = this.valuesFor(data, field).find(isMatch);
      if (value === undefined) return undefined;
      data = withValue(data, field, value);
    }
    return data;
  }

  /** Starts with the required properties, and repairs one after the other that the rules reject. */
  private findPlain(): DocumentJson | undefined {
    const required = [...this.leaves.values()].filter((leaf) => leaf.required);
    let data: DocumentJson = {};
    const turns = new Map<string, number>();
    for (const { path, candidates } of required)
      if (candidates.length > 0) data = withValue(data, path, candidates[0]);
    for (let tries = 0; tries < MAX_TRIES; tries += 1) {
      const { ok, diagnostics } = this.validator.validate(data);
      this.nearest = data;
      if (ok) return data;
      const rejected = new Set(diagnostics.map(({ at }) => at.slice(1).replaceAll('/', '.')));
      const leaf =
        [...this.leaves.values()].find(({ path }) => rejected.has(path)) ??
        [...this.leaves.values()].find(({ path }) => valueAt(data, path) === undefined);
      if (leaf === undefined) return undefined;
      const turn = turns.get(leaf.path) ?? (leaf.required ? 1 : 0);
      if (turn >= leaf.candidates.length) return undefined;
      turns.set(leaf.path, turn + 1);
      data = withValue(data, leaf.path, leaf.candidates[turn]);
    }
    return undefined;
  }
}

function leavesOf(
  type: DocumentTypeDescription,
  schema: Schema,
  { seed, identifiers }: SourceOptions,
): readonly Leaf[] {
  const patterns = new Map(
    type.indices.flatMap(({ contested }) =>
      (contested?.fieldMatches ?? []).map(({ field, regexPattern }) => [field, regexPattern] as const),
    ),
  );
  const visit = (properties: readonly PropertyDescription[], around: Schema, isRequired: boolean): Leaf[] => {
    const schemas = schemaOf(around['properties']);
    return properties.flatMap(({ name, path, required, properties: inner }) => {
      const own = schemaOf(schemas[name]);
      if (inner.length > 0) return visit(inner, own, isRequired && required);
      const candidates = valueCandidates(own, {
        seed,
        count: RANDOM_VALUES,
        identifiers,
        pattern: patterns.get(path),
      });
      return [{ path, required: isRequired && required, candidates }];
    });
  };
  return visit(type.properties, schema, true);
}
