import { useEffect, useState } from 'preact/hooks';

/** Describes the place in the studio that the fragment of the address names. No server sees it. */
export interface Route {
  /** `contract` in `#/contract/compare?c=…`; empty without one. */
  readonly tab: string;
  /** `['compare']`, decoded. */
  readonly rest: readonly string[];
  /** `c`. */
  readonly query: URLSearchParams;
}

/** Reads the fragment of an address. Invalid percent-encoding is taken literally. */
export function readRoute(hash: string): Route {
  const [path = '', ...query] = hash.replace(/^#\/?/, '').split('?');
  const [tab = '', ...rest] = path.split('/').map(decodePart);
  return { tab, rest: rest.filter((part) => part !== ''), query: new URLSearchParams(query.join('?')) };
}

function decodePart(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Creates the address of a place in the studio. */
export function createHref(
  tab: string,
  rest: readonly string[] = [],
  query: Readonly<Record<string, string>> = {},
): string {
  const path = [tab, ...rest].map(encodeURIComponent).join('/');
  const text = new URLSearchParams(query).toString();
  return `#/${path}${text === '' ? '' : `?${text}`}`;
}

/** Returns the current route, whenever it changes. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => readRoute(location.hash));
  useEffect(() => {
    const follow = (): void => setRoute(readRoute(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}
