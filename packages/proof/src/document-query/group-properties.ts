import type { IndexDescription } from '@dapikit/contract';

/** Returns the properties whose values are the groups of an index: all but the key of its entries. */
export const groupProperties = ({ properties, terminal = [] }: IndexDescription): readonly string[] =>
  terminal.length === 0 ? properties : properties.slice(0, -terminal.length);
