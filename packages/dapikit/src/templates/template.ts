/** Describes a contract to start from. */
export interface Template {
  /** Its document types and tokens, in a few words. */
  readonly about: string;
  /** The contract: a bare map of document types, or the official JSON without the ids that a registration computes. */
  readonly contract: Readonly<Record<string, unknown>>;
}

/** Returns a whole contract in the official JSON, without the ids that a registration computes. */
export const wholeContract = (
  members: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> => ({ $formatVersion: '1', version: 1, ...members });

/** Defines a text property. An index takes at most 63 characters. */
export const textProperty = (position: number, maxLength: number, description: string): object => ({
  description,
  type: 'string',
  minLength: 1,
  maxLength,
  position,
});

/** Defines a property that has the id of an identity or a document. */
export const idProperty = (position: number, description: string): object => ({
  description,
  type: 'array',
  byteArray: true,
  minItems: 32,
  maxItems: 32,
  contentMediaType: 'application/x.dash.dpp.identifier',
  position,
});
