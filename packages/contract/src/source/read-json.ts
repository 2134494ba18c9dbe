import {
  createArrayNode,
  createBooleanNode,
  createNullNode,
  createNumberNode,
  createObjectNode,
  createStringNode,
} from './create-node.js';
import type { ArrayNode, JsonNode, NodePlace, ObjectNode } from './json-node.js';
import { LineIndex } from './line-index.js';
import { parseExactInteger } from './exact-integer.js';
import {
  hasLoneSurrogate,
  createNotices,
  type SourceNotices,
  type Source,
  JsonSyntaxError,
} from './source.js';

/**
 * Reads strict JSON (RFC 8259) with the location of every value. Never throws; does not recurse, so that only memory
 * limits the depth.
 * @param notesTrailingCommas true to read on behind a trailing comma, which is noted; otherwise it is the error
 */
export function readJson(text: string, notesTrailingCommas = false): Source {
  const lines = new LineIndex(text);
  const notices = createNotices();
  try {
    const root = new Reader(text, notices, notesTrailingCommas).document();
    return { root, lines, ...notices };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { root: undefined, error, lines, ...notices };
  }
}

/** Lists fixes for what JavaScript allows and JSON does not, by how it starts. */
const FIXES_BY_START: readonly (readonly [start: string, fix: string])[] = [
  ['//', 'Remove the comment: JSON has none. "$comment" stands for one in document types and properties.'],
  ['/*', 'Remove the comment: JSON has none. "$comment" stands for one in document types and properties.'],
  ["'", 'Write double quotes.'],
];

const ROOT: NodePlace = { parent: undefined, key: '', keyStart: 0, keyEnd: 0 };
const MAX_DEPTH = 100_000;
const EMPTY = 'The file is empty: "dapikit init" writes one to start from.';
const VALUE_START = /["{[\w-]/;
/** Matches what YAML begins with: a mark of a document, or a name and a colon. */
const YAML_START = /^(?:---|[\w$-]+:\s)/;
const FIRST_PRINTABLE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const FIRST_SURROGATE = 0xd800;
const LAST_SURROGATE = 0xdfff;
/** Limits the characters of integers that a number holds exactly, with their sign. */
const MAX_EXACT_LENGTH = 15;
const FRACTION = /[.eE]/;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// oxlint-disable-next-line eslint/no-control-regex -- RFC 8259 excludes exactly these from strings
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;

class Reader {
  private at = 0;
  /** Current object or array. */
  private open: ObjectNode | ArrayNode | undefined;
  /** True if the last string, and that of the last member name, have half of a surrogate pair. */
  private isHalved = false;
  private isNameHalved = false;

  constructor(
    private readonly text: string,
    private readonly notices: SourceNotices,
    private readonly notesTrailingCommas: boolean,
  ) {}

  document(): JsonNode {
    if (this.text.codePointAt(0) === 0xfeff) this.at = 1;
    const root = this.value(ROOT);
    let open: ObjectNode | ArrayNode | undefined = asContainer(root);
    let depth = open === undefined ? 0 : 1;
    this.notices.depth = depth;
    let isFirst = true;
    while (open !== undefined) {
      this.open = open;
      const place = this.nextPlace(open, isFirst);
      isFirst = false;
      if (place === undefined) {
        open.end = this.at;
        open = open.parent;
        depth -= 1;
        continue;
      }
      const node = this.value(place);
      const inner = asContainer(node);
      this.attach(open, node);
      if (inner !== undefined) {
        open = inner;
        isFirst = true;
        depth += 1;
        if (depth > this.notices.depth) this.notices.depth = depth;
        if (depth > MAX_DEPTH)
          throw this.error(`the JSON nests deeper than ${MAX_DEPTH} levels`, 'Flatten the JSON.');
      }
    }
    this.open = undefined;
    this.space();
    if (this.at < this.text.length)
      throw this.error(
        `unexpected ${this.symbol()} after the end of the value`,
        'Remove the text from here on.',
      );
    return root;
  }

  /** Reads up to the next member or element; returns undefined at the end of the container. */
  private nextPlace(open: ObjectNode | ArrayNode, isFirst: boolean): NodePlace | undefined {
    const isObject = open.kind === 'object';
    const close = isObject ? CLOSE_OBJECT : CLOSE_ARRAY;
    let unit = this.space();
    if (unit === close) {
      this.at += 1;
      return undefined;
    }
    if (!isFirst) {
      if (unit !== COMMA) {
        const bracket = isObject ? '}' : ']';
        throw this.unexpected(`"," or "${bracket}" is missing`, this.separatorFix(bracket));
      }
      this.at += 1;
      unit = this.space();
      if (unit === close) {
        const error = this.trailingComma();
        if (!this.notesTrailingCommas) throw error;
        this.notices.trailingCommas.push({ error, node: open });
        this.at += 1;
        return undefined;
      }
    }
    this.isNameHalved = false;
    if (!isObject) return { parent: open, key: open.items.length, keyStart: 0, keyEnd: 0 };
    if (unit !== QUOTE) throw this.unexpected('a member name in double quotes is missing', this.nameFix());
    const keyStart = this.at;
    const key = this.string();
    this.isNameHalved = this.isHalved;
    const keyEnd = this.at;
    if (this.space() !== COLON)
      throw this.unexpected(
        '":" is missing after the member name',
        'Write ":" between the name and its value.',
      );
    this.at += 1;
    return { parent: open, key, keyStart, keyEnd };
  }

  private attach(open: ObjectNode | ArrayNode, node: JsonNode): void {
    if (open.kind === 'array') {
      open.items.push(node);
      return;
    }
    const name = String(node.key);
    if (this.isNameHalved) this.notices.loneSurrogates.push(node);
    const earlier = open.members.get(name);
    if (earlier !== undefined) {
      if (open.overridden.length === 0) this.notices.repeatedKeys.push(open);
      open.overridden.push(earlier);
    }
    open.members.set(name, node);
  }

  private value(place: NodePlace): JsonNode {
    const first = this.space();
    const start = this.at;
    if (first === OPEN_OBJECT || first === OPEN_ARRAY) {
      this.at += 1;
      return first === OPEN_OBJECT
        ? createObjectNode(place, start, this.at)
        : createArrayNode(place, start, this.at);
    }
    if (first === QUOTE) {
      const value = this.string();
      const node = createStringNode(place, start, this.at, value);
      if (this.isHalved) this.notices.loneSurrogates.push(node);
      return node;
    }
    if (first === MINUS || isDigit(first)) return this.number(place);
    const word = ['true', 'false', 'null'].find((known) => this.text.startsWith(known, start));
    if (word === undefined) throw this.unexpected('a value is missing', this.valueFix());
    this.at += word.length;
    return word === 'null'
      ? createNullNode(place, start, this.at)
      : createBooleanNode(place, start, this.at, word === 'true');
  }

  private number(place: NodePlace): JsonNode {
    const start = this.at;
    const number = this.match(NUMBER);
    if (number === undefined) throw this.unexpected('a value is missing', this.valueFix());
    const value = Number(number);
    const integer =
      number.length <= MAX_EXACT_LENGTH && !FRACTION.test(number) ? BigInt(value) : parseExactInteger(number);
    return createNumberNode(place, start, this.at, value, integer);
  }

  private string(): string {
    const { text } = this;
    const start = this.at;
    this.isHalved = false;
    for (let at = start + 1; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit === QUOTE) {
        this.at = at + 1;
        return text.slice(start + 1, at);
      }
      if (unit < FIRST_PRINTABLE || unit === BACKSLASH || isSurrogate(unit)) break;
    }
    const found = this.match(STRING);
    if (found !== undefined) {
      const value: string = JSON.parse(found);
      this.isHalved = hasLoneSurrogate(value);
      return value;
    }
    throw this.brokenString(start);
  }

  /** Describes the error of the string that starts here. */
  private brokenString(start: number): JsonSyntaxError {
    // oxlint-disable-next-line eslint/no-control-regex -- as above
    const good = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
    good.lastIndex = start + 1;
    good.test(this.text);
    const at = good.lastIndex;
    const found = this.text[at];
    if (found === undefined || found === '\n' || found === '\r')
      return new JsonSyntaxError(
        'a double quote is missing at the end of the text',
        start,
        at,
        'Close the text with a double quote; write a line end in it as \\n.',
      );
    if (found === '\\') {
      const [escape = found] = /^\\(?:u[0-9a-fA-F]{0,4}|.)?/.exec(this.text.slice(at, at + 6)) ?? [];
      return new JsonSyntaxError(
        `unknown escape ${escape}`,
        at,
        at + escape.length,
        'JSON has \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits; write a backslash as \\\\.',
      );
    }
    const code = `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return new JsonSyntaxError(
      `control character ${code} in a text`,
      at,
      at + 1,
      `Write it as ${found === '\t' ? '\\t' : code}, or remove it.`,
    );
  }

  /** Skips white space; returns the code unit behind it, NaN at the end. */
  private space(): number {
    const { text } = this;
    for (let { at } = this; ; at += 1) {
      const unit = text.charCodeAt(at);
      if (unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09) continue;
      this.at = at;
      return unit;
    }
  }

  private match(pattern: RegExp): string | undefined {
    const start = this.at;
    pattern.lastIndex = start;
    if (!pattern.test(this.text)) return undefined;
    this.at = pattern.lastIndex;
    return this.text.slice(start, this.at);
  }

  /** Points at the comma, which may be lines above the closing bracket. */
  private trailingComma(): JsonSyntaxError {
    const at = this.text.lastIndexOf(',', this.at);
    return new JsonSyntaxError(
      `trailing comma before ${this.symbol()}`,
      at,
      at + 1,
      'Remove the comma: JSON has none after the last member.',
    );
  }

  private separatorFix(close: string): string {
    if (/\d/.test(this.character) && this.text[this.at - 1] === '0') return 'Remove the leading zero.';
    return VALUE_START.test(this.character) ? 'Add a comma before it.' : `Write "," or "${close}" here.`;
  }

  private nameFix(): string {
    return /[\w$]/.test(this.character)
      ? 'Put double quotes around the name.'
      : 'Write a member name in double quotes here.';
  }

  private valueFix(): string {
    if (this.text.slice(0, this.at).trim() === '' && YAML_START.test(this.text.slice(this.at, this.at + 100)))
      return 'Convert the file to JSON: it is written as YAML.';
    return /[\w$]/.test(this.character)
      ? 'Put double quotes around text; other values are numbers, true, false and null.'
      : 'Write a value here: an object, an array, text in double quotes, a number, true, false or null.';
  }

  private get character(): string {
    return this.text[this.at] ?? '';
  }

  /** Creates an error for something that is missing here. */
  private unexpected(missing: string, fix: string): JsonSyntaxError {
    if (this.at >= this.text.length)
      return this.error(`the text ends early: ${missing}`, this.endFix() ?? fix);
    const known = FIXES_BY_START.find(([start]) => this.text.startsWith(start, this.at))?.[1];
    return this.error(`unexpected ${this.symbol()}: ${missing}`, known ?? fix);
  }

  private error(message: string, fix: string): JsonSyntaxError {
    return new JsonSyntaxError(message, this.at, Math.min(this.at + 1, this.text.length), fix);
  }

  /** Quotes the character here. */
  private symbol(): string {
    return JSON.stringify(String.fromCodePoint(this.text.codePointAt(this.at) ?? 0));
  }

  /** Names the bracket that is missing where the text ends early. */
  private endFix(): string | undefined {
    const { open, text } = this;
    if (open === undefined) return text.trim() === '' ? EMPTY : undefined;
    const line = text.slice(0, open.start).split('\n').length;
    return `Add "${open.kind === 'object' ? '}' : ']'}": the ${open.kind} of line ${line} is not closed.`;
  }
}

const isDigit = (unit: number): boolean => unit >= ZERO && unit <= NINE;

const isSurrogate = (unit: number): boolean => unit >= FIRST_SURROGATE && unit <= LAST_SURROGATE;

function asContainer(node: JsonNode): ObjectNode | ArrayNode | undefined {
  return node.kind === 'object' || node.kind === 'array' ? node : undefined;
}
