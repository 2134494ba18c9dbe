import { SYSTEM_PROPERTIES } from '../protocol/keywords.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { type JsonNode, member, type ObjectNode, objectOf, textOf } from '../source/json-node.js';
import type { ContractFrame } from './contract-frame.js';
import { integerStorage, type IntegerStorage } from './integer-storage.js';
import { followReference } from './reference.js';

/** Where a property stands: directly under a type (with a name of its own or of the system's), in an object, in `$defs`. */
export type PropertyPlace = 'top' | 'system' | 'nested' | 'definition';

/** A property, a property of an object inside it, or a definition. */
export interface Property {
  readonly name: string;
  /** Names from the type down, joined by dots. */
  readonly path: string;
  readonly place: PropertyPlace;
  readonly node: JsonNode;
  /** The object schema that the property belongs to. */
  readonly holder: JsonNode | undefined;
  /** The schema, a reference followed; nothing when it is malformed. */
  readonly schema: ObjectNode | undefined;
  readonly type: string | undefined;
  /** How an integer is stored; only for integers. */
  readonly storage: IntegerStorage | undefined;
  readonly children: readonly Property[];
}

interface Surroundings {
  readonly contract: ContractFrame;
  /** The schema of the document type: what `#` means. */
  readonly documentRoot: ObjectNode | undefined;
  readonly protocol: ProtocolRules;
  /** Collects every property by path. */
  readonly fields: Map<string, Property>;
  readonly place: PropertyPlace;
  readonly prefix?: string;
  readonly holder?: JsonNode;
  readonly depth?: number;
  /** Whether a reference led here: another one is not followed, or references could multiply without end. */
  readonly isReferred?: boolean;
}

const SYSTEM: ReadonlySet<string> = new Set(SYSTEM_PROPERTIES);
const DEEPEST = 256;

/** Reads the properties of a type, of an object or of the definitions. */
export function buildProperties(node: JsonNode | undefined, around: Surroundings): Property[] {
  if (node?.kind !== 'object' || (around.depth ?? 0) > DEEPEST) return [];
  const properties: Property[] = [];
  for (const [name, value] of node.members) properties.push(buildProperty(name, value, around));
  return properties;
}

function buildProperty(name: string, node: JsonNode, around: Surroundings): Property {
  const { contract, documentRoot, protocol, fields, prefix, holder, depth = 0 } = around;
  const path = prefix === undefined ? name : `${prefix}.${name}`;
  const own = objectOf(node);
  const isStray = around.isReferred === true && member(own, '$ref') !== undefined;
  const schema = isStray ? undefined : followReference(own, documentRoot, contract.definitions);
  const type = textOf(member(schema, 'type'));
  const isReferred = schema !== undefined && schema !== node;
  const children = buildProperties(member(schema, 'properties'), {
    ...around,
    prefix: path,
    ...(schema === undefined ? {} : { holder: schema }),
    place: 'nested',
    // The platform looks into an object only; what other types hold in `properties` is no field.
    fields: type === 'object' ? fields : new Map(),
    depth: depth + 1,
    isReferred: around.isReferred === true || isReferred,
  });
  const property: Property = {
    name,
    path,
    place: around.place === 'top' && SYSTEM.has(name) ? 'system' : around.place,
    node,
    holder: holder ?? documentRoot,
    schema,
    type,
    storage:
      type === 'integer' && schema !== undefined
        ? integerStorage(schema, contract.config.sizedIntegerTypes && protocol.sizedIntegers)
        : undefined,
    // What a reference leads to is checked where it stands, not here a second time.
    children: isReferred ? [] : children,
  };
  fields.set(path, property);
  return property;
}
