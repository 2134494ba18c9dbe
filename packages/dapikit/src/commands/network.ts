import { checkRecorded, type RecordedCheck } from '@dapikit/light-client';
import { networkOption } from '../network/network-option.js';
import { readRecordedFolder } from '../network/recorded-folder.js';
import { command, EXIT } from '../program/command.js';
import { option, toggle, UsageError } from '../program/option.js';
import { printable } from '../program/printable.js';

const VERIFY_DATA = 'verify-data';

const MARKS = { verified: 'ok   ', failed: 'FAIL ', skipped: 'skip ' } as const satisfies Record<
  RecordedCheck['result'],
  string
>;

/** Implements `dapikit network`: verifies recorded masternode lists, ChainLocks and headers. */
export const network = command({
  name: 'network',
  about: 'verify recorded masternode lists, ChainLocks and headers of a network',
  usage: `${VERIFY_DATA} <folder> [options]`,
  maxOperands: 2,
  options: {
    network: networkOption,
    json: option({ flag: 'json', about: 'print a JSON object a check', default: false, read: toggle }),
  },
  actions: [
    [`${VERIFY_DATA} <folder>`, 'verify all files of a folder from its first list as the checkpoint'],
  ],
  examples: [['network verify-data mainnet-2450008', 'a line a check, and how many failed']],
  notes: [
    'The folder has diffs.jsonl.gz: a line {"height":…,"diff":…} a list, the diff as Dash Core prints it for protx diff, the first one from the genesis block. It may have chain-locks.json, hops.json, expected.json, and headers of 80 bytes each in <name>-<first height>.bin or headers.bin, which may also be in a folder "headers" in it or beside it.',
    'A list verifies if its diff applies to the list that it names, both roots are those of its coinbase, and the coinbase is in the block of the header. ChainLocks verify with the quorums 8 blocks below; a list is trusted if a quorum that was known before signed for it. Where data are missing for a check, it is skipped.',
    'Exit code: 0 if nothing failed, 1 if something does not verify, 2 if the command line is invalid or the folder cannot be read.',
  ],
  async run(values, [action, folder], { stdout }) {
    if (action !== VERIFY_DATA)
      throw new UsageError(
        action === undefined
          ? `no action: use ${VERIFY_DATA}`
          : `unknown action ${JSON.stringify(action)}: use ${VERIFY_DATA}`,
      );
    if (folder === undefined) throw new UsageError(`${VERIFY_DATA}: <folder> is missing`);
    const { data, files } = await readRecordedFolder(folder, values.network);
    const counts = { verified: 0, failed: 0, skipped: 0 };
    const print = (check: RecordedCheck): void => {
      counts[check.result] += 1;
      stdout.write(`${values.json ? JSON.stringify(check) : describe(check)}\n`);
    };
    for (const check of files) print(check);
    if (data !== undefined) for (const check of checkRecorded(data)) print(check);
    const { verified, failed, skipped } = counts;
    if (!values.json)
      stdout.write(
        `${data?.network.name ?? 'no network'}: ${verified} verified, ${failed} failed, ${skipped} skipped\n`,
      );
    return failed === 0 ? EXIT.fine : EXIT.failure;
  },
});

function describe({ subject, result, reason, detail }: RecordedCheck): string {
  return printable(
    [MARKS[result], `${subject}:`, ...(reason === undefined ? [] : [`${reason}:`]), detail].join(' '),
  );
}
