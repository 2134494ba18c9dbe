import { compareContracts } from '../src/index.js';

/** Registered contracts and updates for the tests. */

/** Members of a JSON object. */
export type Members = Readonly<Record<string, unknown>>;

/** A property. */
export const TEXT = { type: 'string', maxLength: 10, position: 0 };
/** Identifiers. */
export const OWNER = '4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF';
export const OTHER = '5zcXZpTLWFwZjKjq3ME5KVavtZa9aUaZESVzurndehBA';
export const ID = '98iS7jxrniePvR9H9pN9ENr1p9wh68XiAqGebfqGUfaG';

/** A document type with one property, `a`, and members that are added or replaced. */
export const type = (members: Members = {}): Members => ({
  type: 'object',
  properties: { a: TEXT },
  additionalProperties: false,
  ...members,
});
/** A bare map with one such document type, `t`. */
export const only = (members: Members = {}): Members => ({ t: type(members) });
/** The same with these properties. */
export const withProperties = (properties: Members, members: Members = {}): Members =>
  only({ properties, ...members });
/** A whole contract with that type. */
export const official = (members: Members = {}): Members => ({
  $formatVersion: '1',
  id: ID,
  ownerId: OWNER,
  version: 1,
  documentSchemas: only(),
  ...members,
});
/** Its update. */
export const next = (members: Members = {}): Members => official({ version: 2, ...members });
/** The config of a contract. */
export const configured = (members: Members, format = '1'): Members => ({
  config: { $formatVersion: format, ...members },
});
/** An index over these properties. */
export const index = (name: string, ...properties: readonly string[]): Members => ({
  name,
  properties: properties.map((property) => ({ [property]: 'asc' })),
});

/** Code, official code and pointer of each error of the network. */
export const rejections = (before: unknown, after: unknown, protocolVersion = 13) =>
  compareContracts(before, after, { protocolVersion })
    .diagnostics.filter(({ rejectedBy }) => rejectedBy === 'network')
    .map(({ code, official, at }) => [code, official?.code, at]);
export const codes = (before: unknown, after: unknown, protocolVersion = 13) =>
  compareContracts(before, after, { protocolVersion }).diagnostics.map(({ code }) => code);
