/** Describes a codec for documentation. */
export type Description =
  | {
      readonly kind: 'primitive';
      /** Such as `u16` or `32 bytes`. */
      readonly name: string;
      /** Layout of the bytes. */
      readonly bytes: string;
      /** Form of the value in JSON. */
      readonly json: string;
    }
  | { readonly kind: 'names'; readonly name: string; readonly names: readonly string[] }
  | {
      readonly kind: 'struct';
      readonly name: string;
      readonly summary: string;
      /** The file of dashpay/platform that defines the layout. */
      readonly source: string;
      readonly fields: readonly FieldDescription[];
    }
  | {
      readonly kind: 'union';
      readonly name: string;
      /** The member of the value that tells the variant, and that of the JSON form. */
      readonly tag: string;
      readonly jsonTag: string;
      /** Form in JSON, where it is another than an object with `jsonTag`. */
      readonly json?: string;
      readonly variants: readonly {
        readonly name: string;
        readonly content: Description;
        /** First protocol version with the variant; absent where all have it. */
        readonly since?: number;
      }[];
    }
  | { readonly kind: 'option' | 'unsigned'; readonly content: Description }
  /** A sorted list is a map whose entries are structures: one for each key, sorted by key. */
  | { readonly kind: 'list'; readonly content: Description; readonly isSorted?: boolean }
  | { readonly kind: 'map'; readonly key: Description; readonly value: Description }
  /** A structure that contains itself; described where it first occurs. */
  | { readonly kind: 'recursive'; readonly name: string };

/** Describes one field of a structure. */
export interface FieldDescription {
  readonly name: string;
  /** The name in the JSON form; undefined where the members of the content stand in its place. */
  readonly jsonName: string | undefined;
  readonly content: Description;
}

/** Returns the type of a description as one line, such as `list of (u16 or nothing)`. */
export function typeText(description: Description): string {
  switch (description.kind) {
    case 'option':
      return `${typeText(description.content)} or nothing`;
    case 'list':
      return `${description.isSorted === true ? 'sorted ' : ''}list of ${grouped(description.content)}`;
    case 'unsigned':
      return `${typeText(description.content)}, not signed`;
    case 'map':
      return `map of ${typeText(description.key)} to ${grouped(description.value)}`;
    default:
      return description.name;
  }
}

function grouped(description: Description): string {
  const text = typeText(description);
  return text.includes(' ') ? `(${text})` : text;
}
