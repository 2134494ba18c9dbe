const RESERVED = new Set(
  (
    'any as async await bigint boolean break case catch class const continue debugger declare default delete do else enum ' +
    'export extends false finally for from function get if implements import in infer instanceof interface is keyof let ' +
    'module namespace never new null number object of package private protected public readonly require return set static ' +
    'string super switch symbol this throw true try type typeof undefined unique unknown var void while with yield'
  ).split(' '),
);
const IDENTIFIER = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

/** Creates names of types: valid in TypeScript, and unique. */
export class TypeNames {
  private readonly taken: Set<string>;

  constructor(taken: readonly string[]) {
    this.taken = new Set(taken);
  }

  /**
   * Creates a name in Pascal case from words and names of properties: `contact-info` and `note` give
   * `ContactInfoNote`. A number follows if the name is taken.
   *
   * @param endings suffixes for related types, which must be free, too.
   */
  next(words: readonly string[], endings: readonly string[] = ['']): string {
    const joined = words.map(toPascalCase).join('');
    const base = /^[\p{ID_Start}_$]/u.test(joined) && !RESERVED.has(joined) ? joined : `_${joined}`;
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? base : `${base}${count}`;
      const names = endings.map((ending) => `${name}${ending}`);
      if (names.some((one) => this.taken.has(one))) continue;
      for (const one of names) this.taken.add(one);
      return name;
    }
  }
}

/** Returns a name in Pascal case: `contact-info` gives `ContactInfo`. It may begin with a digit. */
export function toPascalCase(text: string): string {
  return text
    .split(/[^\p{ID_Continue}]+/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Writes the name of a property in a declaration, in quotes where required. */
export function quotePropertyName(name: string): string {
  return IDENTIFIER.test(name) ? name : quote(name);
}

/** Writes a text as a literal, with line separators and lone surrogates escaped. */
export function quote(text: string): string {
  return JSON.stringify(text)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}
