import { decodeUtf8, encodeUtf8 } from './utf8.js';
import { type CodePointSet, isWithoutSurrogates, removeSurrogates, union } from './code-point-set.js';
import type { RegexSize } from './regex-size.js';

/** Names what a node is. */
type Content =
  | { readonly kind: 'empty' }
  | { readonly kind: 'look'; readonly look: string }
  /** Holds UTF-8, a character for each byte. */
  | { readonly kind: 'literal'; readonly bytes: string }
  /** Matches one character of a set; nothing if that is empty. */
  | { readonly kind: 'class'; readonly set: CodePointSet; readonly size: RegexSize | undefined }
  | { readonly kind: 'capture'; readonly part: RegexNode }
  | {
      readonly kind: 'repetition';
      readonly part: RegexNode;
      readonly min: number;
      readonly max: number | undefined;
    }
  | { readonly kind: 'concat' | 'alternation'; readonly parts: readonly RegexNode[] };

interface Properties {
  /** Bytes of the shortest match; undefined if there is none. */
  readonly minLength: number | undefined;
  /** Bytes of the longest match; undefined if there is none. */
  readonly maxLength: number | undefined;
  /** True if every match starts at the start of the text. */
  readonly isStartAnchored: boolean;
  /** True if every match ends at the end of the text. */
  readonly isEndAnchored: boolean;
}

/** One node of a pattern as the `regex` crate compiles it: nodes with the same id are equal. */
export type RegexNode = Content & Properties & { readonly id: number };

const START = 'A';
const END = 'z';
/** Holds the lengths of a match of one character, and of none. */
const CHARACTER = { min: 1, max: 4 };
const NO_MATCH = { min: undefined, max: undefined };

/** Decodes the only character of a literal; undefined if it has more. */
const decodeCharacter = (bytes: string): number | undefined =>
  bytes.length > 4 ? undefined : decodeUtf8(Array.from(bytes, (byte) => byte.charCodeAt(0)));

const sum = (numbers: readonly (number | undefined)[]): number | undefined =>
  numbers.reduce<number | undefined>(
    (total, number) => (total === undefined || number === undefined ? undefined : total + number),
    0,
  );

/** Holds the characters of a class, and the text that equal classes share. */
interface ClassDescription {
  readonly set: CodePointSet;
  readonly key: string;
}

/** Returns the only character of a set; undefined if it has more, or none. */
function getOnlyCharacter(set: CodePointSet): number | undefined {
  const first = set.length === 1 ? set[0] : undefined;
  return first !== undefined && first[0] === first[1] && isWithoutSurrogates(set) ? first[0] : undefined;
}

/** Caches descriptions: patterns share the sets of their classes, and the text of a Unicode class is long. */
const DESCRIPTIONS = new WeakMap<CodePointSet, ClassDescription>();

function describeSet(characters: CodePointSet): ClassDescription {
  const cached = DESCRIPTIONS.get(characters);
  if (cached !== undefined) return cached;
  const set = isWithoutSurrogates(characters) ? characters : removeSurrogates(characters);
  const description = { set, key: `class ${set.join(' ')}` };
  DESCRIPTIONS.set(characters, description);
  return description;
}

/**
 * Builds the nodes of one pattern, simplified as the `regex` crate does before it compiles them.
 *
 * Source: `regex-syntax`, `hir/mod.rs`.
 */
export class RegexTree {
  private readonly ids = new Map<string, number>();
  private captures = 0;

  readonly empty: RegexNode = {
    kind: 'empty',
    minLength: 0,
    maxLength: 0,
    isStartAnchored: false,
    isEndAnchored: false,
    id: this.identify('empty'),
  };

  literal(codePoint: number): RegexNode {
    return this.bytes(
      codePoint < 0x80 ? String.fromCharCode(codePoint) : String.fromCharCode(...encodeUtf8(codePoint)),
    );
  }

  look(look: string): RegexNode {
    return {
      kind: 'look',
      look,
      minLength: 0,
      maxLength: 0,
      isStartAnchored: look === START,
      isEndAnchored: look === END,
      id: this.identify(`look ${look}`),
    };
  }

  /** Adds a class, with its size where that is known. */
  class(characters: CodePointSet, size?: RegexSize): RegexNode {
    const own = getOnlyCharacter(characters);
    if (own !== undefined) return this.literal(own);
    const { set, key } = describeSet(characters);
    const only = getOnlyCharacter(set);
    if (only !== undefined) return this.literal(only);
    const { min, max } = set.length === 0 ? NO_MATCH : CHARACTER;
    return {
      kind: 'class',
      set,
      size,
      minLength: min,
      maxLength: max,
      isStartAnchored: false,
      isEndAnchored: false,
      id: this.identify(key),
    };
  }

  capture(part: RegexNode): RegexNode {
    this.captures += 1;
    return {
      kind: 'capture',
      part,
      minLength: part.minLength,
      maxLength: part.maxLength,
      isStartAnchored: part.isStartAnchored,
      isEndAnchored: part.isEndAnchored,
      id: this.identify(`capture ${this.captures}`),
    };
  }

  repetition(part: RegexNode, count: { min: number; max: number | undefined }, isLazy: boolean): RegexNode {
    const isOnlyEmpty = part.maxLength === 0;
    const min = isOnlyEmpty ? Math.min(count.min, 1) : count.min;
    const max = isOnlyEmpty ? Math.min(count.max ?? 1, 1) : count.max;
    if (max === 0) return this.empty;
    if (min === 1 && max === 1) return part;
    return {
      kind: 'repetition',
      part,
      min,
      max,
      minLength: part.minLength === undefined ? undefined : part.minLength * min,
      maxLength: max === undefined || part.maxLength === undefined ? undefined : part.maxLength * max,
      isStartAnchored: min > 0 && part.isStartAnchored,
      isEndAnchored: min > 0 && part.isEndAnchored,
      id: this.identify(`repetition ${part.id} ${min} ${max} ${isLazy}`),
    };
  }

  concat(nodes: readonly RegexNode[]): RegexNode {
    const parts: RegexNode[] = [];
    let literal: string[] = [];
    const endLiteral = (): void => {
      if (literal.length > 0) parts.push(this.bytes(literal.join('')));
      literal = [];
    };
    for (const node of nodes.flatMap((node) => (node.kind === 'concat' ? node.parts : [node]))) {
      if (node.kind === 'literal') literal.push(node.bytes);
      else if (node.kind !== 'empty') {
        endLiteral();
        parts.push(node);
      }
    }
    endLiteral();
    const [only, ...others] = parts;
    if (only === undefined) return this.empty;
    if (others.length === 0) return only;
    return {
      kind: 'concat',
      parts,
      minLength: sum(parts.map((part) => part.minLength)),
      maxLength: sum(parts.map((part) => part.maxLength)),
      isStartAnchored: isAnchored(parts, (part) => part.isStartAnchored),
      isEndAnchored: isAnchored(parts.toReversed(), (part) => part.isEndAnchored),
      id: this.identify(`concat ${listIds(parts)}`),
    };
  }

  alternation(nodes: readonly RegexNode[]): RegexNode {
    const parts = nodes.flatMap((node) => (node.kind === 'alternation' ? node.parts : [node]));
    const [only, ...others] = parts;
    if (only !== undefined && others.length === 0) return only;
    return this.uniteCharacters(parts) ?? this.liftCommonPrefix(parts) ?? this.createAlternation(parts);
  }

  private createAlternation(parts: readonly RegexNode[]): RegexNode {
    const lengths = (of: (part: RegexNode) => number | undefined): number[] | undefined => {
      const found = parts.map(of).filter((length) => length !== undefined);
      return found.length === parts.length ? found : undefined;
    };
    const shortest = lengths((part) => part.minLength);
    const longest = lengths((part) => part.maxLength);
    return {
      kind: 'alternation',
      parts,
      minLength: shortest?.reduce((min, length) => Math.min(min, length)),
      maxLength: longest?.reduce((max, length) => Math.max(max, length)),
      isStartAnchored: parts.every((part) => part.isStartAnchored),
      isEndAnchored: parts.every((part) => part.isEndAnchored),
      id: this.identify(`alternation ${listIds(parts)}`),
    };
  }

  /** Makes a class of alternatives that are all single characters, or all classes. */
  private uniteCharacters(parts: readonly RegexNode[]): RegexNode | undefined {
    const sets: CodePointSet[] = [];
    const kind = parts[0]?.kind;
    for (const part of parts) {
      if (part.kind !== kind) return undefined;
      if (part.kind === 'class') sets.push(part.set);
      else {
        const character = part.kind === 'literal' ? decodeCharacter(part.bytes) : undefined;
        if (character === undefined) return undefined;
        sets.push([[character, character]]);
      }
    }
    return this.class(union(...sets));
  }

  /** Takes what all alternatives start with out of them. */
  private liftCommonPrefix(parts: readonly RegexNode[]): RegexNode | undefined {
    const lists = parts.map((part) => (part.kind === 'concat' ? part.parts : []));
    const first = lists[0] ?? [];
    let shared = first.length;
    for (const list of lists) {
      const differing = first.findIndex((part, at) => part.id !== list[at]?.id);
      shared = Math.min(shared, differing === -1 ? first.length : differing);
      if (shared === 0) return undefined;
    }
    const rests = lists.map((list) => this.concat(list.slice(shared)));
    return this.concat([...first.slice(0, shared), this.alternation(rests)]);
  }

  private bytes(bytes: string): RegexNode {
    return {
      kind: 'literal',
      bytes,
      minLength: bytes.length,
      maxLength: bytes.length,
      isStartAnchored: false,
      isEndAnchored: false,
      id: this.identify(`literal ${bytes}`),
    };
  }

  private identify(key: string): number {
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    this.ids.set(key, this.ids.size);
    return this.ids.size - 1;
  }
}

const listIds = (parts: readonly RegexNode[]): string => parts.map((part) => part.id).join(' ');

/** Returns whether an anchor stands before everything that takes characters. */
function isAnchored(parts: readonly RegexNode[], test: (part: RegexNode) => boolean): boolean {
  for (const part of parts) {
    if (test(part)) return true;
    if (part.maxLength !== 0) return false;
  }
  return false;
}
