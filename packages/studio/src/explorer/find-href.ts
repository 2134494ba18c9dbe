import { createHref } from '../navigation/route.js';
import { findName, readLabel } from '../platform/names/find-name.js';
import { decodeIdentifier } from '../platform/values/identifier-bytes.js';
import { platform } from '../rpc/platform.js';

const TRANSITION_ID = /^[\da-f]{64}$/i;

/** Finds the view of an id or name. Rejects with RangeError where nothing has it, or the text is neither. */
export async function findHref(text: string): Promise<string> {
  if (TRANSITION_ID.test(text)) return createHref('explorer', ['transition', text.toLowerCase()]);
  // A long name can have letters of Base58 only.
  const isIdentifier = decodeIdentifier(text) !== undefined;
  const href = isIdentifier ? await findIdentifier(text) : undefined;
  if (href !== undefined) return href;
  const label = readLabel(text);
  const name = label === undefined ? undefined : await findName(label);
  if (name !== undefined) return createHref('explorer', ['identity', name.identityId]);
  if (isIdentifier) throw new RangeError('Nothing on this platform has this id.');
  throw new RangeError(
    label === undefined
      ? `“${shorten(text)}” is not an id or a name. Enter a DPNS name such as alice.dash, or an id: of a transition as 64 hexadecimal digits, of an identity, token or contract in Base58.`
      : `No identity has the name ${label}.dash.`,
  );
}

const MAX_SHOWN = 40;
const shorten = (text: string): string => (text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text);

/** Finds the view of an identity, token or contract; `undefined` where nothing has the id. */
async function findIdentifier(id: string): Promise<string | undefined> {
  const [identity, token, contract] = await Promise.all([
    platform.call('getIdentity', { id }),
    platform.call('getToken', { tokenId: id }),
    platform.call('getContract', { id }),
  ]);
  if (identity !== null) return createHref('explorer', ['identity', id]);
  if (token !== null) return createHref('explorer', ['token', id]);
  return contract === null ? undefined : createHref('platform', [id]);
}
