import { buildScript, type ScriptPart } from '../src/primitives/script/build-script.js';
import { OPCODES, type OpcodeName } from '../src/primitives/script/opcodes.js';
import { encodeScriptNumber } from '../src/primitives/script/script-number.js';

/** What words mean beyond those every script has. */
export type Vocabulary = Readonly<Record<string, Uint8Array>>;

const OPCODE_NAMES: ReadonlySet<string> = new Set(Object.keys(OPCODES));

/**
 * The script that a text stands for, so that test cases take one line each: opcodes without `OP_`, numbers to push,
 * `<aabb>` to push bytes, `0xaabb` for bytes as they are, `ZEROS(9)` to push that many, a word of the vocabulary to push
 * what it means; behind any of them `*9` for so many times.
 */
export function assembleScript(text: string, vocabulary: Vocabulary = {}): Uint8Array {
  const words = text.split(' ').flatMap(repeated);
  return new Uint8Array(Buffer.concat(words.map((word) => assembleWord(word, vocabulary))));
}

/** The values that a text of pushes alone leaves on the stack, as hexadecimal text. */
export function assembleStack(text: string, vocabulary: Vocabulary = {}): string[] {
  return text
    .split(' ')
    .flatMap(repeated)
    .map((word) => {
      const part = scriptPart(word, vocabulary);
      if (typeof part === 'string') throw new TypeError(`${word} is no value`);
      return Buffer.from(typeof part === 'number' ? encodeScriptNumber(part) : part).toString('hex');
    });
}

function repeated(word: string): string[] {
  const [what = '', count = '1'] = word.split('*');
  return what === '' ? [] : Array.from({ length: Number(count) }, () => what);
}

function assembleWord(word: string, vocabulary: Vocabulary): Uint8Array {
  return word.startsWith('0x')
    ? Buffer.from(word.slice(2), 'hex')
    : buildScript(scriptPart(word, vocabulary));
}

function scriptPart(word: string, vocabulary: Vocabulary): ScriptPart {
  if (/^-?\d+$/.test(word)) return Number(word);
  if (word.startsWith('<')) return Buffer.from(word.slice(1, -1), 'hex');
  if (word.startsWith('ZEROS(')) return new Uint8Array(Number(word.slice(6, -1)));
  const name = `OP_${word}`;
  if (isOpcodeName(name)) return name;
  const meaning = vocabulary[word];
  if (meaning === undefined) throw new TypeError(`${word} means nothing`);
  return meaning;
}

function isOpcodeName(name: string): name is OpcodeName {
  return OPCODE_NAMES.has(name);
}
