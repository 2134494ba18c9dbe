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
const NO_MATCH = { minLength: undefined, maxLength: undefined };
const NOWHERE = { isStartAnchored: false, isEndAnchored: false };

/** Decodes the only character of a literal; undefined if it has more. */
const decodeCharacter = (bytes: string): number | undefined =>
  bytes.length > 4 ? undefined : decodeUtf8(Array.from(bytes, (byte) => byte.charCodeAt(0)));

const sum = (numbers: readonly (number | undefined)[]): number | undefined =>
  numbers.reduce<number | undefined>(
    (total, number) => (total === undefined || number === undefined ? undefined : total + number),
    0,
  );

/**
 * Builds the nodes of one pattern, simplified as the `regex` crate does before it compiles them.
 *
 * Source: `regex-syntax`, `hir/mod.rs`.
 */
export class RegexTree {
  private readonly ids = new Map<string, number>();
  private readonly setIds = new Map<CodePointSet, number>();
  private captures = 0;

  readonly empty = this.create({ kind: 'empty' }, { minLength: 0, maxLength: 0, ...NOWHERE }, 'empty');

  literal(codePoint: number): RegexNode {
    return this.bytes(String.fromCharCode(...encodeUtf8(codePoint)));
  }

  look(look: string): RegexNode {
    const anchors = { isStartAnchored: look === START, isEndAnchored: look === END };
    return this.create({ kind: 'look', look }, { minLength: 0, maxLength: 0, ...anchors }, `look ${look}`);
  }

  /** Adds a class, with its size where that is known. */
  class(characters: CodePointSet, size?: RegexSize): RegexNode {
    const set = isWithoutSurrogates(characters) ? characters : removeSurrogates(characters);
    const [first, ...others] = set;
    if (first !== undefined && first[0] === first[1] && others.length === 0) return this.literal(first[0]);
    let setId = this.setIds.get(set);
    if (setId === undefined) {
      setId = this.identify(`class ${set.join(' ')}`);
      this.setIds.set(set, setId);
    }
    const lengths = first === undefined ? NO_MATCH : { minLength: 1, maxLength: 4 };
    return { kind: 'class', set, size, ...lengths, ...NOWHERE, id: setId };
  }

  capture(part: RegexNode): RegexNode {
    this.captures += 1;
    return this.create({ kind: 'capture', part }, part, `capture ${this.captures}`);
  }

  repetition(part: RegexNode, count: { min: number; max: number | undefined }, isLazy: boolean): RegexNode {
    const isOnlyEmpty = part.maxLength === 0;
    const min = isOnlyEmpty ? Math.min(count.min, 1) : count.min;
    const max = isOnlyEmpty ? Math.min(count.max ?? 1, 1) : count.max;
    if (max === 0) return this.empty;
    if (min === 1 && max === 1) return part;
    const properties = {
      minLength: part.minLength === undefined ? undefined : part.minLength * min,
      maxLength: max === undefined || part.maxLength === undefined ? undefined : part.maxLength * max,
      isStartAnchored: min > 0 && part.isStartAnchored,
      isEndAnchored: min > 0 && part.isEndAnchored,
    };
    return this.create(
      { kind: 'repetition', part, min, max },
      properties,
      `repetition ${part.id} ${min} ${max} ${isLazy}`,
    );
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
    const properties = {
      minLength: sum(parts.map((part) => part.minLength)),
      maxLength: sum(parts.map((part) => part.maxLength)),
      isStartAnchored: isAnchored(parts, (part) => part.isStartAnchored),
      isEndAnchored: isAnchored(parts.toReversed(), (part) => part.isEndAnchored),
    };
    return this.create({ kind: 'concat', parts }, properties, `concat ${listIds(parts)}`);
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
    const properties = {
      minLength: shortest?.reduce((min, length) => Math.min(min, length)),
      maxLength: longest?.reduce((max, length) => Math.max(max, length)),
      isStartAnchored: parts.every((part) => part.isStartAnchored),
      isEndAnchored: parts.every((part) => part.isEndAnchored),
    };
    return this.create({ kind: 'alternation', parts }, properties, `alternation ${listIds(parts)}`);
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
    return this.class(union(sets.flat()));
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
    const properties = { minLength: bytes.length, maxLength: bytes.length, ...NOWHERE };
    return this.create({ kind: 'literal', bytes }, properties, `literal ${bytes}`);
  }

  private create(content: Content, properties: Properties, key: string): RegexNode {
    const { minLength, maxLength, isStartAnchored, isEndAnchored } = properties;
    return {
      ...content,
      minLength,
      maxLength,
      isStartAnchored,
      isEndAnchored,
      id: this.identify(key),
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
