import { useEffect, useState } from 'preact/hooks';

/** What the fragment of the address says. None of it is ever sent to a server. */
export interface Route {
  /** `contract` in `#/contract/compare?c=…`; empty without one. */
  readonly tab: string;
  /** `['compare']`, decoded. */
  readonly rest: readonly string[];
  /** `c`. */
  readonly query: URLSearchParams;
}

/** Reads the fragment of an address. What is no percent-encoding is taken as it stands. */
export function routeOf(hash: string): Route {
  const [path = '', ...query] = hash.replace(/^#\/?/, '').split('?');
  const [tab = '', ...rest] = path.split('/').map(decoded);
  return { tab, rest: rest.filter((part) => part !== ''), query: new URLSearchParams(query.join('?')) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address of a place in the studio. */
export function hrefOf(
  tab: string,
  rest: readonly string[] = [],
  query: Readonly<Record<string, string>> = {},
): string {
  const path = [tab, ...rest].map(encodeURIComponent).join('/');
  const text = new URLSearchParams(query).toString();
  return `#/${path}${text === '' ? '' : `?${text}`}`;
}

/** The route as it changes. */
export function useRoute(): Route {
  const [route, setRoute] = useState(() => routeOf(location.hash));
  useEffect(() => {
    const follow = (): void => setRoute(routeOf(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return route;
}
