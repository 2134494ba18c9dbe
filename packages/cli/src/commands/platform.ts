import { command, CommandFailure, EXIT } from '../command.js';
import { integer, option, text, toggle, UsageError } from '../option.js';
import { PLATFORM_ACTIONS, type PlatformAction } from '../platform/platform-actions.js';
import type { PlatformFlags } from '../platform/platform-work.js';
import {
  localPlatform,
  PlatformRefusal,
  remotePlatform,
  type PlatformDoor,
} from '../platform/platform-door.js';
import { PlatformNames } from '../platform/platform-names.js';
import { shortJson } from '../platform/told-answer.js';
import { printable, printableJson } from '../report/printable.js';

const flag = (name: string, value: string, about: string) =>
  option<string | undefined>({ flag: name, value, about, default: undefined, read: text });

/** `dapikit platform`: contracts, documents, queries and contests of a local platform. */
export const platform = command({
  name: 'platform',
  about: 'run contracts and their documents on a local platform',
  usage: '<action> [arguments] [options]',
  mostOperands: 4,
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
      about: 'protocol version of the platform in --data, from 9 to 13; it stays with the newest that it had',
      default: 13,
      read: integer(9, 13),
    }),
    by: option({
      flag: 'by',
      value: 'identity',
      about: 'who acts: an id, or the name that the identity was created with',
      default: 'me',
      read: text,
    }),
    contract: flag('contract', 'id', 'of the contract; the one that has the document type when absent'),
    where: flag('where', 'json', 'clauses that must hold: [["shop", "==", "A"]]'),
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
    'Exit code: 0 when it was done, 1 when it was refused, 2 when it was not understood.',
  ],
  async run(values, [name, ...operands]) {
    const action = actionOf(name, operands);
    const door =
      values.data === undefined
        ? remotePlatform(values.url, values.apiKey)
        : await localPlatform(values.data, values.protocol, values.present);
    try {
      const answer = await carryOut(action, door, values, operands);
      const told = values.json ? printableJson : (action.tell ?? shortJson);
      process.stdout.write(`${told(answer)}\n`);
      return EXIT.fine;
    } finally {
      await door.close();
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
    throw new UsageError(`there is no action ${JSON.stringify(name)}`, { found: name, names });
  const needed = action.operands.filter((operand) => !operand.startsWith('['));
  const missing = needed[operands.length];
  if (missing !== undefined) throw new UsageError(`platform ${name}: expected <${missing}>, found nothing`);
  if (operands.length > action.operands.length)
    throw new UsageError(
      `platform ${name}: expected ${action.operands.join(', ') || 'nothing'}, found another: ${JSON.stringify(operands[action.operands.length])}`,
    );
  return action;
}

async function carryOut(
  action: PlatformAction,
  door: PlatformDoor,
  flags: PlatformFlags,
  operands: readonly string[],
): Promise<unknown> {
  try {
    return await action.run({ door, flags, operands, names: new PlatformNames(door, flags) });
  } catch (error) {
    if (error instanceof PlatformRefusal) throw new CommandFailure(told(error));
    throw error;
  }
}

/** A refusal in lines: what it is, everything that is wrong with a contract, and what it costs all the same. */
function told({ message, data }: PlatformRefusal): string {
  const diagnostics: readonly unknown[] = Array.isArray(data['diagnostics']) ? data['diagnostics'] : [];
  const lines = diagnostics.flatMap((one: unknown) =>
    typeof one === 'object' && one !== null && 'message' in one && 'pointer' in one
      ? [`  ${String(one.pointer)}: ${String(one.message)}`]
      : [],
  );
  const mend = typeof data['mend'] === 'string' && !message.includes(data['mend']) ? [data['mend']] : [];
  return [message, ...lines, ...mend, ...chargedFor(data)].map((line) => printable(line)).join('\n');
}

function chargedFor({ isPaid, fee }: PlatformRefusal['data']): readonly string[] {
  if (isPaid !== true) return [];
  return fee === undefined
    ? ['the nonce is used']
    : [`charged ${typeof fee === 'string' ? fee : JSON.stringify(fee)} credits, and the nonce is used`];
}
