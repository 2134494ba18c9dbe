import {
  documentMetaSchema,
  resolveMetaReference,
  type MetaSchema,
  type MetaSchemaObject,
} from '../meta/meta-schema.js';
import {
  EXTENDED_INDEX_KEYWORDS,
  EXTENDED_PROPERTY_KEYWORDS,
  EXTENDED_TYPE_KEYWORDS,
} from '../protocol/keywords.js';
import type { JsonSchema } from './keyword-schema.js';

const REFERENCE = '#/$defs/documentSchema/properties/refersTo';
const OWN = '#/$defs/';

/** Returns the name of a definition of the editor's schema for a reference within the meta-schema; undefined for JSON Schema's own. */
function nameDefinition(reference: string): string | undefined {
  if (reference === REFERENCE) return 'reference';
  return reference.startsWith(OWN) ? reference.slice(OWN.length).replaceAll('/', '_') : undefined;
}

/** Writes a part of document meta-schema v3 in draft-07 and collects the definitions that it refers to. */
class DraftWriter {
  readonly definitions: Record<string, JsonSchema | boolean> = {};

  write(schema: MetaSchema): JsonSchema | boolean {
    if (typeof schema === 'boolean') return schema;
    const { $ref, ...others } = schema;
    const rest = this.writeKeywords(others);
    if ($ref === undefined) return rest;
    const target = this.refer($ref);
    // In draft-07 $ref overrides its siblings.
    return Object.keys(rest).length === 0 ? target : { allOf: [target, rest] };
  }

  private refer(reference: string): JsonSchema {
    const name = nameDefinition(reference);
    const target = resolveMetaReference(reference);
    if (name === undefined) return this.asObject(target);
    if (!Object.hasOwn(this.definitions, name)) {
      // Known before it is written: definitions refer to themselves.
      this.definitions[name] = true;
      this.definitions[name] = this.write(target);
    }
    return { $ref: `#/definitions/${name}` };
  }

  private asObject(schema: MetaSchema): JsonSchema {
    const written = this.write(schema);
    if (typeof written !== 'boolean') return written;
    return written ? {} : { not: {} };
  }

  private writeKeywords(schema: MetaSchemaObject): JsonSchema {
    const written = Object.entries(schema).map(([name, value]) => this.writeKeyword(name, value, schema));
    const entries = written.flat();
    const dependencies = entries.filter(([name]) => name === 'dependencies').map(([, value]) => value);
    return {
      ...Object.fromEntries(entries),
      ...(dependencies.length === 0 ? {} : { dependencies: Object.assign({}, ...dependencies) }),
    };
  }

  private writeKeyword(name: string, value: unknown, schema: MetaSchemaObject): [string, unknown][] {
    switch (name) {
      case 'prefixItems':
        return [
          ['items', (schema.prefixItems ?? []).map((item) => this.write(item))],
          ['additionalItems', schema.items === undefined ? true : this.write(schema.items)],
        ];
      case 'items':
        return schema.prefixItems === undefined && schema.items !== undefined
          ? [['items', this.write(schema.items)]]
          : [];
      case 'properties':
      case 'patternProperties':
        return [[name, this.writeMap(schema[name] ?? {})]];
      case 'dependentSchemas':
        return [['dependencies', this.writeMap(schema.dependentSchemas ?? {})]];
      case 'dependentRequired':
        return [['dependencies', value]];
      case 'allOf':
      case 'anyOf':
      case 'oneOf':
        return [[name, (schema[name] ?? []).map((inner) => this.write(inner))]];
      case 'additionalProperties':
      case 'propertyNames':
      case 'not':
      case 'if':
      case 'then':
      case 'else':
        return [[name, this.write(schema[name] ?? true)]];
      case '$defs':
      case 'unevaluatedProperties':
        return [];
      default:
        return [[name, value]];
    }
  }

  private writeMap(schemas: Readonly<Record<string, MetaSchema>>): Record<string, JsonSchema | boolean> {
    return Object.fromEntries(Object.entries(schemas).map(([name, inner]) => [name, this.write(inner)]));
  }

  /** Writes the schemas of some keywords, as objects to which an editor's words can be added. */
  writeAll(
    schemas: Readonly<Record<string, MetaSchema>>,
    names: readonly string[],
  ): Record<string, JsonSchema> {
    return Object.fromEntries(names.map((name) => [name, this.asObject(schemas[name] ?? true)]));
  }
}

/** Holds the schemas of the keywords that document meta-schema v3 adds, in draft-07. */
export interface ExtendedSchemas {
  readonly documentType: Readonly<Record<string, JsonSchema>>;
  readonly property: Readonly<Record<string, JsonSchema>>;
  readonly index: Readonly<Record<string, JsonSchema>>;
  readonly definitions: Readonly<Record<string, JsonSchema | boolean>>;
}

let known: ExtendedSchemas | undefined;

/** Returns the schemas of the keywords that document meta-schema v3 adds, for editors. */
export function extendedSchemas(): ExtendedSchemas {
  known ??= writeExtendedSchemas();
  return known;
}

function writeExtendedSchemas(): ExtendedSchemas {
  const writer = new DraftWriter();
  const { properties = {}, $defs = {} } = documentMetaSchema();
  const indices = membersOf(properties['indices']);
  return {
    documentType: writer.writeAll(properties, EXTENDED_TYPE_KEYWORDS),
    property: writer.writeAll(membersOf($defs['documentSchema']), EXTENDED_PROPERTY_KEYWORDS),
    index: writer.writeAll(indices, EXTENDED_INDEX_KEYWORDS),
    definitions: writer.definitions,
  };
}

/** Returns the members that a schema describes: those of its elements, for an array. */
function membersOf(schema: MetaSchema | undefined): Readonly<Record<string, MetaSchema>> {
  if (typeof schema !== 'object') return {};
  return schema.properties ?? membersOf(schema.items);
}
