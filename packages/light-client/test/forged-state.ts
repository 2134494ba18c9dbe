import { bytesToHex, sha256 } from '@dapikit/chain/browser';
import { members } from '../src/list/read-diff.js';

const checksum = (text: string): string => bytesToHex(sha256(new TextEncoder().encode(text)));

/** Changes parts of the text of a state, and all checksums with them. */
export function forgedState(
  text: string,
  {
    body = (whole) => whole,
    masternodes = (whole) => whole,
  }: {
    readonly body?: (whole: string) => string;
    readonly masternodes?: (whole: string) => string;
  },
): string {
  const [, written = '', list = ''] = text.split('\n');
  const changedList = masternodes(list);
  const whole = JSON.stringify({
    ...members(JSON.parse(body(written)), 'state'),
    masternodes: { length: changedList.length, hash: checksum(changedList) },
  });
  return [checksum(whole), whole, changedList].join('\n');
}
