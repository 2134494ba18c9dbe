/** Calls a method of a facade by the names of both; its arguments are checked by evo-sdk itself. */
export async function callFacade(sdk: object, name: string, args: readonly unknown[]): Promise<unknown> {
  const [facade = '', method = ''] = name.split('.');
  const target: unknown = Reflect.get(sdk, facade);
  const call: unknown = Reflect.get(Object(target), method);
  if (typeof call !== 'function') throw new Error(`evo-sdk has no ${name}`);
  return Reflect.apply(call, target, args);
}

/** Lists the methods of all facades of a client: `tokens.mint`. */
export function facadeMethods(sdk: object): string[] {
  return Object.entries(sdk).flatMap(([facade, object]: [string, unknown]) => {
    if (typeof object !== 'object' || object === null) return [];
    const prototype: unknown = Object.getPrototypeOf(object);
    if (!String(Reflect.get(Object(object), 'constructor')?.name).endsWith('Facade')) return [];
    return Object.getOwnPropertyNames(prototype)
      .filter((name) => name !== 'constructor' && !name.startsWith('_'))
      .map((name) => `${facade}.${name}`);
  });
}

/** Says in a word or two what a call returned. */
export function describeResult(result: unknown): string {
  const data: unknown =
    result instanceof Object && 'metadata' in result ? Reflect.get(result, 'data') : result;
  if (data === undefined || data === null) return 'undefined';
  if (data instanceof Map) {
    if (data.size === 0) return 'no entries';
    const absent = [...data.values()].filter((value) => value === undefined).length;
    return absent === data.size ? 'entries that are undefined' : 'entries';
  }
  if (data instanceof Uint8Array) return 'bytes';
  if (Array.isArray(data)) return data.length === 0 ? 'an empty list' : 'a list';
  if (typeof data === 'object') return data.constructor.name;
  return typeof data === 'boolean' || data === 0n ? String(data) : typeof data;
}

/** What differs from run to run: identifiers, hashes, nonces and amounts. */
const VARYING = /\b(?:[1-9A-HJ-NP-Za-km-z]{31,44}|[0-9a-f]{40,64}|\d{6,})\b|(?<=nonce is |setting )\d+/g;

/** Says with which error of consensus, gRPC or evo-sdk a call was rejected. */
export function describeError(error: unknown): string {
  const message = String(Reflect.get(Object(error), 'message'));
  const [, consensus] = /(?:broadcast error: )(\d{5} \w+)/.exec(message) ?? [];
  if (consensus !== undefined) return `rejected: ${consensus}`;
  const [, detail] = /grpc error: code: '.*', message: "((?:[^"\\]|\\.)*)"/.exec(message) ?? [];
  if (detail !== undefined) return `error: ${detail.replaceAll('\\"', '"').replace(VARYING, '…')}`;
  const text = message
    .replace(/^(?:Failed to [^:]*|Withdrawal failed): /, '')
    .replace(/^Protocol error: /, '');
  return `error: ${text.replace(/ ContestedDocumentResourceVotePoll\(.*\}\)/, '').replace(VARYING, '…')}`;
}
