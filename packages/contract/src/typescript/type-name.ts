const RESERVED = new Set(
  (
    'any as async await bigint boolean break case catch class const continue debugger declare default delete do else enum ' +
    'export extends false finally for from function get if implements import in infer instanceof interface is keyof let ' +
    'module namespace never new null number object of package private protected public readonly require return set static ' +
    'string super switch symbol this throw true try type typeof undefined unique unknown var void while with yield'
  ).split(' '),
);
const IDENTIFIER = /^[\p{ID_Start}_$][\p{ID_Continue}$]*$/u;

/** Gives out names of types: valid in TypeScript, each once. */
export class TypeNames {
  private readonly taken: Set<string>;

  constructor(taken: readonly string[]) {
    this.taken = new Set(taken);
  }

  /**
   * A name in Pascal case, out of words and the names of properties: `contact-info` and `note` give `ContactInfoNote`.
   * Where names of types come to the same, a number follows.
   *
   * @param endings what is added to the name for related types: they must be free, too.
   */
  next(words: readonly string[], endings: readonly string[] = ['']): string {
    const joined = words.map(pascal).join('');
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

function pascal(text: string): string {
  return text
    .split(/[^\p{ID_Continue}]+/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** The name of a property as it stands in a declaration: quoted where it must be. */
export function propertyName(name: string): string {
  return IDENTIFIER.test(name) ? name : quoted(name);
}

/** A text as a literal that no line separator or half of a surrogate pair breaks. */
export function quoted(text: string): string {
  return JSON.stringify(text)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
}
