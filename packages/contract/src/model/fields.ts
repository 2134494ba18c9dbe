import { type JsonNode, member } from '../source/json-node.js';
import {
  buildProperty,
  DEEPEST,
  inside,
  propertiesOf,
  type Property,
  type Surroundings,
} from './property.js';

/**
 * Every property of a document type and every property of an object inside, by dotted path, references followed.
 *
 * They are looked up and never listed: a few definitions that refer to each other stand for more properties than there is
 * memory for.
 */
export class Fields {
  private readonly known = new Map<string, Property | undefined>();

  constructor(
    private readonly propertiesNode: JsonNode | undefined,
    private readonly around: Surroundings,
  ) {}

  get(path: string): Property | undefined {
    if (!this.known.has(path)) this.known.set(path, find(this.propertiesNode, path, this.around));
    return this.known.get(path);
  }

  has(path: string): boolean {
    return this.get(path) !== undefined;
  }
}

function find(properties: JsonNode | undefined, path: string, around: Surroundings): Property | undefined {
  const whole = member(properties, path);
  if (whole !== undefined) return buildProperty(path, whole, around);
  const dot = path.indexOf('.');
  const name = path.slice(0, dot);
  const holder = dot < 0 ? undefined : member(properties, name);
  if (holder === undefined || (around.depth ?? 0) > DEEPEST) return undefined;
  const object = buildProperty(name, holder, around);
  // The platform looks into an object only; what other types hold in `properties` is no field.
  if (object.type !== 'object') return undefined;
  return find(member(object.schema, 'properties'), path.slice(dot + 1), inside(object, around));
}

/**
 * The properties of a document type and of the objects inside, those that a reference leads to as well. A reference
 * behind a reference is not followed.
 */
export function* listedFields(properties: readonly Property[]): Generator<Property> {
  for (const property of properties) {
    yield property;
    if (property.type !== 'object') continue;
    if (property.schema === property.node) yield* listedFields(property.children);
    else yield* writtenFields(propertiesOf(property));
  }
}

function* writtenFields(properties: readonly Property[]): Generator<Property> {
  for (const property of properties) {
    yield property;
    if (property.type === 'object') yield* writtenFields(property.children);
  }
}

/** The paths of {@link listedFields}, for whoever asks which there are. */
export function pathsOf({ properties }: { readonly properties: readonly Property[] }): string[] {
  return Array.from(listedFields(properties), ({ path }) => path);
}
