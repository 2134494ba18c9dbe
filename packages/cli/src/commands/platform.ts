import { NEWEST_RELEASED_PROTOCOL } from '@dapikit/contract/protocol-versions';
import { command, CommandFailure, EXIT } from '../program/command.js';
import { integer, option, text, toggle, UsageError } from '../program/option.js';
import { PLATFORM_ACTIONS, type PlatformAction } from '../platform/platform-actions.js';
import type { PlatformWork } from '../platform/platform-work.js';
import { localPlatform, PlatformRejectedError, remotePlatform } from '../platform/platform-client.js';
import { PlatformNames } from '../platform/platform-names.js';
import { shortJson } from '../platform/print-result.js';
import { printable, printableJson } from '../program/printable.js';

const flag = (name: string, value: string, about: string) =>
  option<string | undefined>({ flag: name, value, about, default: undefined, read: text });

/** Implements `dapikit platform`: contracts, documents, queries and contests of a local platform. */
export const platform = command({
  name: 'platform',
  about: 'run contracts and their documents on a local platform',
  usage: '<action> [arguments] [options]',
  maxOperands: 4,
  options: {
    url: option({
      flag: 'url',
      env: 'DAPIKIT_PLATFORM',
      value: 'url',
      about: 'where the platform of a gateway is',
      default: 'http://127.0.0.1:3000/platform',
      read: text,
    }),
    apiKey: option<string | undefined>({
      flag: 'api-key',
      env: 'DAPIKIT_API_KEY',
      value: 'key',
      about: 'an API key of that gateway, where it asks for one',
      default: undefined,
      read: text,
    }),
    data: flag('data', 'folder', 'works on a platform in this folder instead, without a gateway'),
    protocol: option({
      flag: 'protocol',
      value: 'version',
      about: `protocol version of the platform in --data, from 9 to ${NEWEST_RELEASED_PROTOCOL}; it stays with the newest that it had`,
      default: NEWEST_RELEASED_PROTOCOL,
      read: integer(9, NEWEST_RELEASED_PROTOCOL),
    }),
    by: option({
      flag: 'by',
      value: 'identity',
      about: 'who acts: an id, or the name that the identity was created with',
      default: 'me',
      read: text,
    }),
    contract: flag(
      'contract',
      'id',
      'id of the contract; the newest one that has the document type when absent',
    ),
    where: flag('where', 'json', 'clauses that must match: [["shop", "==", "A"]]'),
    orderBy: flag('order-by', 'json', 'pairs of field and direction: [["price", "desc"]]'),
    groupBy: flag(
      'group-by',
      'fields',
      'of a total: fields with an "in" or a range, with commas between them',
    ),
    property: flag('property', 'name', 'what is summed'),
    limit: option<number | undefined>({
      flag: 'limit',
      value: 'number',
      about: 'how many at most',
      default: undefined,
      read: integer(1, 100),
    }),
    startAfter: flag('start-after', 'id', 'the document before the first one'),
    price: flag('price', 'credits', 'what a buyer offers; the price of the document when absent'),
    masternode: flag('masternode', 'hash', 'who votes: its ProTx hash'),
    credits: flag('credits', 'credits', 'what a new identity begins with; 10 DASH when absent'),
    present: option({
      flag: 'present',
      about: 'with --data: goes on at the present time, not at that of the last block',
      default: false,
      read: toggle,
    }),
    json: option({ flag: 'json', about: 'prints the whole answer as JSON', default: false, read: toggle }),
  },
  examples: [
    ['platform identity me', 'An identity to act as'],
    ['platform register shop.json', 'Registers a contract'],
    [`platform put note '{"shop": "A", "price": 5}'`, 'Creates a document'],
    [`platform query note --where '[["shop", "==", "A"]]'`, 'Asks for documents'],
    [`platform sum note --property price --where '[["shop", "==", "A"]]'`, 'Asks for a total'],
    [`platform vote domain '["dash", "quantum"]' lock --masternode <hash>`, 'Votes on who gets a name'],
    ['platform advance 90m', 'Moves time on: contests end'],
  ],
  actions: PLATFORM_ACTIONS.map((action) => [usageOf(action), action.about] as const),
  notes: [
    'With --data time goes on from the last block of the folder; advance moves it.',
    'Exit code: 0 when it was done, 1 when it was rejected, 2 when it was not understood.',
  ],
  async run(values, [name, ...operands], { stdout, stderr }) {
    const action = actionOf(name, operands);
    const endpoint =
      values.data === undefined
        ? remotePlatform(values.url, values.apiKey)
        : await localPlatform(values.data, values.protocol, values.present);
    const writeNote = (line: string): void => void stderr.write(`dapikit: ${printable(line)}\n`);
    const names = new PlatformNames(endpoint, values, writeNote);
    try {
      const result = await carryOut(action, { endpoint, flags: values, operands, names });
      const format = values.json ? printableJson : (action.describe ?? shortJson);
      stdout.write(`${format(result)}\n`);
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

function actionOf(name: string | undefined, operands: readonly string[]): PlatformAction {
  const names = PLATFORM_ACTIONS.map((one) => one.name);
  if (name === undefined) throw new UsageError(`platform: expected one of ${names.join(', ')}`);
  const action = PLATFORM_ACTIONS.find((one) => one.name === name);
  if (action === undefined)
    throw new UsageError(`unknown action ${JSON.stringify(name)}`, { found: name, names });
  const needed = action.operands.filter((operand) => !operand.startsWith('['));
  const missing = needed[operands.length];
  if (missing !== undefined) throw new UsageError(`platform ${name}: expected <${missing}>, found nothing`);
  if (operands.length > action.operands.length)
    throw new UsageError(
      `platform ${name}: expected ${action.operands.join(', ') || 'nothing'}, found another: ${JSON.stringify(operands[action.operands.length])}`,
    );
  return action;
}

async function carryOut(action: PlatformAction, work: PlatformWork): Promise<unknown> {
  try {
    return await action.run(work);
  } catch (error) {
    if (error instanceof PlatformRejectedError) throw new CommandFailure(describeRejection(error));
    throw error;
  }
}

/** Describes a rejection in lines: the message, the diagnostics of a contract, and the charged fee. */
function describeRejection({ message, data }: PlatformRejectedError): string {
  const diagnostics: readonly unknown[] = Array.isArray(data['diagnostics']) ? data['diagnostics'] : [];
  const lines = diagnostics.flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'message' in one && 'at' in one
      ? [`  ${String(one.at)}: ${String(one.message)}`]
      : [],
  );
  const fix = typeof data['fix'] === 'string' && !message.includes(data['fix']) ? [data['fix']] : [];
  return [message, ...lines, ...fix, ...chargedFor(data)].map((line) => printable(line)).join('\n');
}

function chargedFor({ isPaid, fee }: PlatformRejectedError['data']): readonly string[] {
  if (isPaid !== true) return [];
  return fee === undefined
    ? ['the nonce is used']
    : [`charged ${typeof fee === 'string' ? fee : JSON.stringify(fee)} credits, and the nonce is used`];
}
