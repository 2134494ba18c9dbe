/** Quoted text that may be an id in base58: 32 bytes have 32 to 44 characters. */
const QUOTED_ID = /"([1-9A-HJ-NP-Za-km-z]{32,44})"/g;

/** Holds a part of a content: text, or an id with its name. */
export type ContentPart = string | { readonly id: string; readonly name: string };

/** Lists the ids in a JSON text, each once. */
export const idsIn = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(QUOTED_ID), ([, id = '']) => id)),
];

/** Divides a JSON text at the ids that have a name. */
export function splitAtNames(text: string, names: ReadonlyMap<string, string>): readonly ContentPart[] {
  const parts: ContentPart[] = [];
  let end = 0;
  for (const { 0: quoted, 1: id = '', index } of text.matchAll(QUOTED_ID)) {
    const name = names.get(id);
    if (name === undefined) continue;
    parts.push(text.slice(end, index), { id, name });
    end = index + quoted.length;
  }
  return [...parts, text.slice(end)];
}
