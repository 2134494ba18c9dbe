import type { Json } from './plain-value.js';

/** Writes a member that a contract cannot have as part of a `$comment`. */
export const describeMember = (name: string, value: Json): string => `${name}: ${JSON.stringify(value)}`;

/** Returns the `$comment` of a schema with one more part; undefined if the schema has a `$comment` that is no text. */
export function extendComment(comment: Json | undefined, parts: readonly string[]): string | undefined {
  if (comment !== undefined && typeof comment !== 'string') return undefined;
  return [...(comment === undefined ? [] : [comment]), ...parts].join('; ');
}

/** Returns a schema with members that a contract cannot have in its `$comment`, so that a conversion keeps what they say. */
export function sayInComment(
  schema: { readonly [name: string]: Json },
  members: readonly (readonly [string, Json])[],
): { [name: string]: Json } {
  if (members.length === 0) return schema;
  const { $comment, ...others } = schema;
  const own = $comment === undefined || typeof $comment === 'string' ? [] : [['$comment', $comment] as const];
  const parts = [...own, ...members].map(([name, value]) => describeMember(name, value));
  const said = extendComment(own.length > 0 ? undefined : $comment, parts);
  return said === undefined ? others : { ...others, $comment: said };
}
