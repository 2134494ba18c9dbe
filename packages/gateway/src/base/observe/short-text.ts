/** Names of members whose values a log never shows, wherever they are. */
const SECRET =
  /^(?:wif|mnemonic|dump|.*(?:private|secret).*|.*password|.*passphrase|(?:api|access|auth)_?-?(?:key|token)s?|authorization|cookie)$/i;

/** Private keys in the form of wallets, of any network, and extended private keys. */
const PRIVATE_KEY = /^(?:[5KLXc97][1-9A-HJ-NP-Za-km-z]{50,51}|[a-z]prv[1-9A-HJ-NP-Za-km-z]{50,})$/;

/** Text of a value that is not shown. */
const HIDDEN = '***';

/** Longer texts are shown by their length: nobody reads them in a line. */
const MAX_TEXT_LENGTH = 72;
const BASE58_ID = /^[1-9A-HJ-NP-Za-km-z]{42,44}$/;
const HASH = /^[\da-f]{64}$/i;
const SHOWN_DIGITS = 8;
const MAX_NESTING = 4;

/** Returns the beginning of an identifier or a hash; any other text as it is. */
export function shortId(text: string): string {
  return BASE58_ID.test(text) || HASH.test(text) ? `${text.slice(0, SHOWN_DIGITS)}…` : text;
}

/**
 * Returns a value as one short line: identifiers and hashes by their beginnings, long texts and bytes by their lengths, no private keys and
 * no members whose names say that they are secret. It costs no more than its length, however large the value is.
 * @param max length of the line, about
 */
export function shortText(value: unknown, max: number): string {
  const writer = new ShortText(max);
  writer.write(value, 0);
  return writer.text;
}

/** Returns the members of an object as `name=value`, as {@link shortText} writes them. */
export function shortMembers(members: Readonly<Record<string, unknown>>, max: number): string {
  const writer = new ShortText(max);
  for (const name in members) {
    const value = members[name];
    if (value === undefined || !Object.hasOwn(members, name)) continue;
    if (!writer.hasRoom) return `${writer.text} …`;
    writer.add(`${writer.text === '' ? '' : ' '}${shortString(name, false)}=`);
    if (SECRET.test(name)) writer.add(HIDDEN);
    else writer.write(value, 0);
  }
  return writer.text;
}

class ShortText {
  text = '';

  constructor(private readonly max: number) {}

  get hasRoom(): boolean {
    return this.text.length < this.max;
  }

  add(text: string): void {
    this.text += text;
  }

  write(value: unknown, depth: number): void {
    if (typeof value === 'string') this.add(shortString(value, depth > 0));
    else if (value instanceof Uint8Array) this.add(`<${value.length} bytes>`);
    else if (Array.isArray(value)) this.#writeList(value, depth);
    else if (typeof value === 'object' && value !== null) this.#writeObject(value, depth);
    else this.add(String(value));
  }

  #writeList(values: readonly unknown[], depth: number): void {
    if (depth >= MAX_NESTING) {
      this.add('[…]');
      return;
    }
    this.add('[');
    for (const [at, value] of values.entries()) {
      if (at > 0) this.add(', ');
      if (!this.hasRoom) {
        this.add(`… ${values.length - at} more`);
        break;
      }
      this.write(value, depth + 1);
    }
    this.add(']');
  }

  #writeObject(value: object, depth: number): void {
    if (depth >= MAX_NESTING) {
      this.add('{…}');
      return;
    }
    this.add('{');
    let isFirst = true;
    for (const name in value) {
      const member: unknown = Reflect.get(value, name);
      if (member === undefined || name === '$typeName' || !Object.hasOwn(value, name)) continue;
      if (!isFirst) this.add(', ');
      isFirst = false;
      if (!this.hasRoom) {
        this.add('…');
        break;
      }
      this.add(`${shortString(name, false)}: `);
      if (SECRET.test(name)) this.add(HIDDEN);
      else this.write(member, depth + 1);
    }
    this.add('}');
  }
}

function shortString(text: string, isQuoted: boolean): string {
  if (text.length > MAX_TEXT_LENGTH) return `<${text.length} characters>`;
  if (PRIVATE_KEY.test(text)) return HIDDEN;
  const short = shortId(text);
  return short === text && (isQuoted || !/^[^\s=,[\]{}"]+$/.test(text)) ? JSON.stringify(text) : short;
}
