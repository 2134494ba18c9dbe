import {
  NEWEST_JUDGED_PROTOCOL,
  NEWEST_RELEASED_PROTOCOL,
  OLDEST_PLATFORM_PROTOCOL,
} from '@dapikit/contract/protocol-versions';
import { command, CommandError, EXIT } from '../program/command.js';
import { integer, option, text, toggle, UsageError, type Values } from '../program/option.js';
import { ACTION_OPTION_NAMES, ACTION_OPTIONS, type PlatformAction } from '../platform/platform-action.js';
import { PLATFORM_ACTIONS } from '../platform/platform-actions.js';
import type { PlatformWork } from '../platform/platform-work.js';
import { localPlatform, PlatformRejectedError, remotePlatform } from '../platform/platform-client.js';
import { KnownAliases } from '../platform/known-aliases.js';
import { listOf, membersOf } from '../platform/members.js';
import { PlatformNames } from '../platform/platform-names.js';
import { dashOf, describeVerdict, shortJson } from '../platform/print-result.js';
import { printable, printableJson } from '../program/printable.js';
import { PROGRAM } from '../program/program-name.js';
import { platformOptions } from './platform-options.js';

const flag = (name: string, value: string, about: string) =>
  option<string | undefined>({ flag: name, value, about, default: undefined, read: text });

const OPTIONS = {
  ...platformOptions,
  data: flag(
    'data',
    'file',
    'use a platform stored in this file, which is made where it is missing, instead of a gateway',
  ),
  protocol: option({
    flag: 'protocol',
    value: 'version',
    about: `protocol version of the platform in --data, from ${OLDEST_PLATFORM_PROTOCOL} to ${NEWEST_JUDGED_PROTOCOL}; those above ${NEWEST_RELEASED_PROTOCOL} are a preview; a stored platform never goes back to an older one`,
    default: NEWEST_RELEASED_PROTOCOL,
    read: integer(OLDEST_PLATFORM_PROTOCOL, NEWEST_JUDGED_PROTOCOL),
  }),
  strict: option({
    flag: 'strict',
    about: 'with --data: correct the defects of the network, such as queries that lose documents',
    default: false,
    read: toggle,
  }),
  by: option({
    flag: 'by',
    value: 'identity',
    about: 'identity that acts: an id, an alias, or the name it was created with',
    default: 'me',
    read: text,
  }),
  contract: flag(
    'contract',
    'id',
    'id or alias of the contract; by default the newest one with the document type',
  ),
  as: flag('as', 'alias', 'alias of the contract that is registered; by default the name of its file'),
  where: flag('where', 'json', 'where clauses: [["shop", "==", "A"]]'),
  orderBy: flag('order-by', 'json', 'pairs of field and direction: [["price", "desc"]]'),
  groupBy: flag(
    'group-by',
    'fields',
    'fields to group an aggregate by, separated by commas; each needs an "in" or a range',
  ),
  property: flag('property', 'name', 'property to sum or average'),
  limit: option<number | undefined>({
    flag: 'limit',
    value: 'number',
    about: 'maximum number of results',
    default: undefined,
    read: integer(1, 100),
  }),
  startAfter: flag('start-after', 'id', 'id of the document after which the results start'),
  price: flag('price', 'credits', 'price that a buyer offers; by default the price of the document'),
  pay: option({
    flag: 'pay',
    about: 'pay the tokens and the fee that an action on a document costs; the amounts are printed',
    default: false,
    read: toggle,
  }),
  position: option({
    flag: 'position',
    value: 'number',
    about: 'position of the token in its contract',
    default: 0,
    read: integer(0, 65_535),
  }),
  masternode: flag('masternode', 'hash', 'ProTx hash of the masternode that votes'),
  credits: flag('credits', 'credits', 'balance of a new identity; by default 10 DASH'),
  reason: flag('reason', 'text', 'reason that a moderator gives'),
  until: flag('until', 'time', 'end of a suspension: 2027-01-01T00:00:00Z, or milliseconds'),
  window: flag(
    'window',
    'json',
    'window of an index with timeRange or integerRange: {"field": "$createdAt", "select": "newest"}, {"field": "price", "start": 100}',
  ),
  present: option({
    flag: 'present',
    about: 'with --data: continue at the present time instead of the time of the last block',
    default: false,
    read: toggle,
  }),
  json: option({ flag: 'json', about: 'print the whole result as JSON', default: false, read: toggle }),
};

/** Implements `dapikit platform`: contracts, documents, queries and contests of a local platform. */
export const platform = command({
  name: 'platform',
  about: 'run contracts and their documents on a local platform',
  usage: '<action> [arguments] [options]',
  maxOperands: 4,
  options: OPTIONS,
  examples: [
    ['platform identity me', 'create an identity to act as'],
    ['platform register shop.json', 'register a contract'],
    [`platform put item '{"shop": "A", "price": 5}'`, 'create a document'],
    [`platform query item --where '[["shop", "==", "A"]]'`, 'query documents'],
    [`platform sum item --property price --where '[["shop", "==", "A"]]'`, 'sum a property of documents'],
    [`platform vote domain '["dash", "quantum"]' lock --masternode <hash>`, 'vote in the contest for a name'],
    ['platform advance 90m', 'advance time, which ends contests'],
  ],
  actions: PLATFORM_ACTIONS.map((action) => [usageOf(action), action.about] as const),
  notes: [
    'Fees and balances are printed in DASH, and credits gives DASH: 1 DASH is 100,000,000,000 credits. Prices and --credits are in credits, as the platform stores them.',
    'In the data of a document, times are integers: milliseconds since 1970, as in {"due": 1767225600000} for 2026-01-01. Bytes are Base64 text, and identifiers base58 text.',
    'With --data, time continues from the last block of the file; advance moves it forward.',
    'Exit code: 0 if the action succeeded, 1 if it was rejected, 2 if the command line is invalid.',
  ],
  async run(values, given, { stdout, stderr }) {
    const [action, operands] = actionOf(given);
    checkOptions(action, values);
    const endpoint =
      values.data === undefined
        ? remotePlatform(values.url, values.apiKey)
        : await localPlatform(values.data, {
            protocolVersion: values.protocol,
            strict: values.strict,
            fromLastBlock: !values.present,
          });
    const writeNote = (line: string): void => void stderr.write(`dapikit platform: ${printable(line)}\n`);
    const aliases = new KnownAliases(endpoint);
    const names = new PlatformNames(endpoint, aliases, values, writeNote);
    try {
      const work = { endpoint, flags: values, operands, names, aliases, note: writeNote };
      const result = await carryOut(action, work);
      if (values.json) stdout.write(`${printableJson(result)}\n`);
      else if (action.describe === undefined) stdout.write(`${shortJson(result)}\n`);
      else {
        // A file keeps no aliases for the next command.
        const label = values.data === undefined ? await aliases.labels() : (id: string): string => id;
        stdout.write(`${action.describe(result, label)}\n`);
      }
      return EXIT.fine;
    } finally {
      await endpoint.close();
    }
  },
});

function usageOf({ name, operands }: PlatformAction): string {
  const usage = operands.map((operand) => (operand.startsWith('[') ? operand : `<${operand}>`));
  return [name, ...usage].join(' ');
}

/** Finds an action by its first word, or its first two, and returns its operands. @throws {UsageError} */
function actionOf(words: readonly string[]): [PlatformAction, readonly string[]] {
  const names = PLATFORM_ACTIONS.map((one) => one.name);
  const isLong = names.some((one) => one.startsWith(`${words[0]} `));
  const name = words.length === 0 ? undefined : words.slice(0, isLong ? 2 : 1).join(' ');
  const operands = words.slice(isLong ? 2 : 1);
  if (name === undefined) throw new UsageError(`no action: use one of ${names.join(', ')}`);
  const action = PLATFORM_ACTIONS.find((one) => one.name === name);
  if (action === undefined)
    throw new UsageError(`unknown action ${JSON.stringify(name)}`, { found: name, names });
  const needed = action.operands.filter((operand) => !operand.startsWith('['));
  const missing = needed[operands.length];
  if (missing !== undefined) throw new UsageError(`${name}: <${missing}> is missing`);
  if (operands.length > action.operands.length)
    throw new UsageError(
      `${name}: unexpected argument ${JSON.stringify(operands[action.operands.length])}: ${action.operands.length === 0 ? 'none is allowed' : `use ${action.operands.join(' ')}`}`,
    );
  return [action, operands];
}

/** Lists the options that only a platform of a file has. */
const FILE_OPTIONS = ['protocol', 'strict', 'present'] as const;

/** Rejects options that would have no effect. @throws {UsageError} */
function checkOptions(action: PlatformAction, values: Values<typeof OPTIONS>): void {
  const isGiven = (name: keyof typeof OPTIONS): boolean => values[name] !== OPTIONS[name].default;
  const unused = ACTION_OPTION_NAMES.find(
    (name) => !action.options.includes(name) && isGiven(ACTION_OPTIONS[name]),
  );
  if (unused !== undefined) {
    const known = action.options.map((flag) => `--${flag}`).join(', ');
    throw new UsageError(
      `${action.name}: --${unused} has no effect: ${known === '' ? 'this action has no options of its own' : `use ${known}`}`,
    );
  }
  const ofFile = values.data === undefined ? FILE_OPTIONS.find(isGiven) : undefined;
  if (ofFile !== undefined)
    throw new UsageError(`--${ofFile} has no effect without --data: the platform of a gateway has its own`);
}

async function carryOut(action: PlatformAction, work: PlatformWork): Promise<unknown> {
  try {
    return await action.run(work);
  } catch (error) {
    if (error instanceof PlatformRejectedError) throw new CommandError(describeRejection(error, action));
    throw error;
  }
}

/** Describes a rejection in lines: the message, the diagnostics of a contract, and the charged fee. */
function describeRejection({ message, data }: PlatformRejectedError, action: PlatformAction): string {
  const head = data['reason'] === 'unknown-method' ? unknownMethod(data) : inOwnWords(message, action);
  const also = listOf(data['also']).flatMap((one) => {
    const { message: text } = membersOf(one);
    return typeof text === 'string' ? [`  ${text}`] : [];
  });
  const fix = typeof data['fix'] === 'string' && !message.includes(data['fix']) ? [data['fix']] : [];
  return [head, ...also, ...describeVerdict(data['diagnostics']), ...fix, ...chargedFor(data)]
    .map((line) => printable(line))
    .join('\n');
}

/** Names params of the platform and the options that they come from. */
const OPTIONS_OF_PARAMS: Readonly<Record<string, string>> = {
  where: 'where',
  orderBy: 'order-by',
  groupBy: 'group-by',
  startAfter: 'start-after',
  timeRange: 'window',
  integerRange: 'window',
};

/** Matches these where they name a param, and quoted text, which stays as it is. */
const PARAMS =
  /"(?:[^"\\]|\\.)*"|\b(?:where(?=\[)|(?:time|integer)Range(?=\.)|orderBy|groupBy|startAfter)\b/g;

/** Names the options of an action in a message that names the params of the platform's method. */
const inOwnWords = (message: string, { options }: PlatformAction): string =>
  message.replaceAll(PARAMS, (found) => {
    const flag = options.find((one) => one === OPTIONS_OF_PARAMS[found]);
    return flag === undefined ? found : `--${flag}`;
  });

/** Names the unknown method of `call`: the message of JSON-RPC does not. */
const unknownMethod = ({ found, fix }: PlatformRejectedError['data']): string =>
  `unknown method ${JSON.stringify(found)}${fix === undefined ? `: ${PROGRAM} platform call rpc.discover lists all methods` : ''}`;

function chargedFor({ isPaid, fee }: PlatformRejectedError['data']): readonly string[] {
  if (isPaid !== true) return [];
  return fee === undefined
    ? ['the nonce is used']
    : [`charged ${dashOf(fee)} (estimate), and the nonce is used`];
}
