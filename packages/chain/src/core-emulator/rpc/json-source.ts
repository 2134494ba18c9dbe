/*
 * Values whose source says more than a value of JavaScript can. Dash Core's JSON library has numbers as their text, and objects as a list of
 * members. Source: `src/univalue` of dashpay/dash.
 */

/** Represents a number that is written with a fraction or an exponent, and so is no integer there, even if it is whole. */
export class DecimalNumber {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }

  toJSON(): number {
    return Number(this.text);
  }
}

/** Represents an object in which a name is repeated: all its members, in their order. */
export class RepeatedMembers {
  readonly members: readonly (readonly [name: string, value: unknown])[];

  constructor(members: readonly (readonly [name: string, value: unknown])[]) {
    this.members = members;
  }

  toJSON(): object {
    return Object.fromEntries(this.members);
  }
}

/** Returns whether a value is a number of JSON. */
export function isNumber(value: unknown): value is number | DecimalNumber {
  return typeof value === 'number' || value instanceof DecimalNumber;
}

/** Returns whether a value is an object of JSON. */
export function isObject(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof DecimalNumber)
  );
}

/** Returns the members of an object of JSON in their order, also those whose name is repeated. */
export function allMembers(value: object): readonly (readonly [name: string, value: unknown])[] {
  return value instanceof RepeatedMembers ? value.members : Object.entries(value);
}

/** Returns the members of an object of JSON by name: the first of each name. Source: `find_value` in `src/univalue` of dashpay/dash. */
export function firstMembers(value: object): ReadonlyMap<string, unknown> {
  return new Map(allMembers(value).toReversed());
}
