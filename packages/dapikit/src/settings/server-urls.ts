import { isHttpUrl, Mismatch } from '@dapikit/gateway';
import { shownUrl } from './shown-url.js';

/** Reads URLs of Drive with spaces between them. A path stays: it is put before those of gRPC. */
export const readDriveUrls = (text: string): readonly string[] | Mismatch => readUrls(text, reasonAgainst);

/** Reads URLs of evonodes with spaces between them, and returns their origins. */
export function readPeerUrls(text: string): readonly string[] | Mismatch {
  const urls = readUrls(text, (url) => reasonAgainst(url) ?? reasonAgainstPath(url));
  return urls instanceof Mismatch ? urls : urls.map((url) => new URL(url).origin);
}

function readUrls(text: string, reasonOf: (url: URL) => string | undefined): readonly string[] | Mismatch {
  const words = text.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return new Mismatch({ found: 'nothing' });
  for (const word of words) {
    const parts = word.split(',');
    if (parts.length > 1 && parts.every(isHttpUrl))
      return new Mismatch({
        message: `expected spaces between URLs, found commas: ${parts.map(shownUrl).join(', ')}`,
      });
    if (!isHttpUrl(word)) return new Mismatch({ found: shownUrl(word) });
    const reason = reasonOf(new URL(word));
    if (reason !== undefined)
      return new Mismatch({
        message: `${shownUrl(word.replace(/[?#][^]*$/, ''))} has ${reason}: leave it out`,
      });
  }
  return words;
}

/** Returns what of a URL is never sent. */
function reasonAgainst({ username, password, search, hash }: URL): string | undefined {
  if (username !== '' || password !== '') return 'a user or a password, which is never sent';
  if (search !== '') return 'a query, which is never sent';
  return hash === '' ? undefined : 'a fragment, which is never sent';
}

const reasonAgainstPath = ({ pathname }: URL): string | undefined =>
  pathname === '/' ? undefined : 'a path, which is never sent';
