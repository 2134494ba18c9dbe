import { PlatformRejectedError } from './platform-client.js';
import { membersOf, type Members } from './members.js';

/** Describes an alias that a platform lists. */
interface KnownAlias {
  readonly alias: string;
  readonly kind: string;
  readonly id: string;
}

const ID = /^[1-9A-HJ-NP-Za-km-z]{42,44}$/;
/** Matches the params of methods that are ids. */
const ID_PARAM = /^(?:by|id|\w+Id)$/;

/** Returns whether a text is an id in base58. */
export const isId = (text: string): boolean => ID.test(text);

/** Returns the text of an id for people. */
export type Label = (id: string) => string;

function noneIfRejected(error: unknown): readonly KnownAlias[] {
  if (error instanceof PlatformRejectedError) return [];
  throw error;
}

/** Knows the aliases of a platform, read once. */
export class KnownAliases {
  #read: Promise<readonly KnownAlias[]> | undefined;

  /** @param platform calls a method of the platform */
  constructor(private readonly platform: { call(method: string): Promise<unknown> }) {}

  /** Returns the id that has an alias; `undefined` where there is none. */
  async idOf(kind: 'identity' | 'contract', alias: string): Promise<string | undefined> {
    return (await this.#all()).find((one) => one.kind === kind && one.alias === alias)?.id;
  }

  /** Returns a function that returns an id with its last alias, as `name (id)`; the id alone where the platform names none. */
  async labels(): Promise<Label> {
    // An action may have given an alias since.
    this.#read = undefined;
    const known = await this.#all().catch(noneIfRejected);
    const names = new Map(known.map(({ alias, id }) => [id, alias]));
    return (id) => {
      const name = names.get(id);
      return name === undefined ? id : `${name} (${id})`;
    };
  }

  /** Returns params of a method with ids instead of aliases; reads the aliases only where a param may be one. */
  async resolve(params: Members): Promise<Members> {
    const resolved = Object.entries(params).map(async ([name, value]): Promise<[string, unknown]> => {
      if (typeof value !== 'string' || isId(value) || !ID_PARAM.test(name)) return [name, value];
      return [name, (await this.#all()).find(({ alias }) => alias === value)?.id ?? value];
    });
    return Object.fromEntries(await Promise.all(resolved));
  }

  async #all(): Promise<readonly KnownAlias[]> {
    this.#read ??= this.platform.call('listAliases').then((listed) =>
      (Array.isArray(listed) ? listed : []).map((one: unknown) => {
        const { alias, kind, id } = membersOf(one);
        return { alias: String(alias), kind: String(kind), id: String(id) };
      }),
    );
    return this.#read;
  }
}
