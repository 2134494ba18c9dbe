import { VerificationError } from '../errors/verification-error.js';
import { members } from '../list/read-diff.js';
import type { VerifiedList } from '../list/verified-list.js';
import type { HeadersByHeight } from './check-headers.js';
import type { RecordedLists } from './check-lists.js';
import type { RecordedCheck } from './recorded-data.js';

const EVO = 1;

/** Returns what `expected.json` says of a list, computed from the list. */
function factsOf(list: VerifiedList): Readonly<Record<string, unknown>> {
  const masternodes = [...list.masternodes.values()];
  const evo = masternodes.filter(({ type }) => type === EVO);
  const types = Array.from(list.quorums.values(), ({ llmqType }) => llmqType);
  const { payload, txid, merkleRoot } = list.coinbase;
  return {
    height: list.height,
    blockHash: list.hash,
    cbTxVersion: payload.version,
    masternodes: masternodes.length,
    valid: masternodes.filter(({ isValid }) => isValid).length,
    evo: evo.length,
    validEvo: evo.filter(({ isValid }) => isValid).length,
    quorums: Object.fromEntries(
      [...new Set(types)]
        .toSorted((a, b) => a - b)
        .map((type) => [type, types.filter((other) => other === type).length]),
    ),
    merkleRootMNList: payload.merkleRootMNList,
    merkleRootQuorums: payload.version === 1 ? undefined : payload.merkleRootQuorums,
    coinbaseTxid: txid,
    blockMerkleRoot: merkleRoot,
  };
}

/** Compares an element of `expected.json` with the verified list of its height. */
export function checkExpected(value: unknown, lists: RecordedLists, headers: HeadersByHeight): RecordedCheck {
  let subject = 'expected';
  try {
    const expected = members(value, 'expected');
    const { height, headerKnown } = expected;
    subject = `expected ${String(height)}`;
    const list = typeof height === 'number' ? lists.byHeight.get(height) : undefined;
    if (list === undefined) return failed(subject, 'there is no verified list of this height');
    const facts = factsOf(list);
    const wrong = Object.keys(expected).filter(
      (name) => name in facts && text(expected[name]) !== text(facts[name]),
    );
    if (wrong.length > 0) {
      const differences = wrong.map((name) => `${name} is ${text(facts[name])}, not ${text(expected[name])}`);
      return failed(subject, differences.join('; '));
    }
    if (headerKnown === true && headers.size > 0 && !headers.has(list.height))
      return failed(subject, 'its header is not among the headers');
    return {
      subject,
      result: 'verified',
      detail: 'counts, roots, coinbase and block are as the folder says',
    };
  } catch (error) {
    if (!(error instanceof VerificationError)) throw error;
    return { subject, result: 'failed', reason: error.reason, detail: error.message };
  }
}

/** Returns JSON with sorted members. */
function text(value: unknown): string {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return JSON.stringify(value) ?? 'absent';
  return JSON.stringify(
    Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => Number(a) - Number(b))),
  );
}

function failed(subject: string, detail: string): RecordedCheck {
  return { subject, result: 'failed', reason: 'unexpected', detail };
}
