import { CommandError } from '../program/command.js';
import { UsageError } from '../program/option.js';
import { jsonArgument } from './json-argument.js';
import { membersOf, type Members } from './members.js';
import { action, type ActionOption, type PlatformAction } from './platform-action.js';
import type { PlatformWork } from './platform-work.js';
import { word } from './word.js';
import { describeBalance, describeToken, describeTokenChange } from './print-token.js';

const change = (
  name: string,
  operands: string,
  about: string,
  method: string,
  params: (work: PlatformWork) => Promise<Members>,
  done: string,
  more: readonly ActionOption[] = [],
): PlatformAction =>
  action(
    `token ${name}`,
    operands,
    ['by', 'contract', 'position', ...more],
    about,
    async (work) => {
      const own = await params(work);
      return work.endpoint.call(method, {
        by: await work.names.identity(work.flags.by),
        ...(await tokenOf(work)),
        ...own,
      });
    },
    describeTokenChange(done),
  );

/** Lists the actions of tokens: of the token at `--position` of `--contract`, or of the newest contract that has tokens. */
export const TOKEN_ACTIONS: readonly PlatformAction[] = [
  action(
    'token info',
    '',
    ['contract', 'position'],
    'show a token: supply, price, whether it is paused',
    info,
    describeToken,
  ),
  action(
    'token balance',
    '[identity]',
    ['by', 'contract', 'position'],
    'show the balance of an identity, or of --by',
    balance,
    describeBalance,
  ),
  change(
    'mint',
    'amount [to]',
    'mint tokens, for an identity or for the one that the token names for new tokens',
    'mintTokens',
    mintFor,
    'minted',
  ),
  change(
    'transfer',
    'amount to',
    'transfer tokens to another identity',
    'transferTokens',
    amountFor,
    'transferred',
  ),
  change('burn', 'amount', 'burn tokens of the identity that acts', 'burnTokens', amountFor, 'burnt'),
  change('freeze', 'identity', 'freeze the account of an identity', 'freezeTokens', accountOf, 'frozen'),
  change(
    'unfreeze',
    'identity',
    'unfreeze the account of an identity',
    'unfreezeTokens',
    accountOf,
    'unfrozen',
  ),
  change(
    'claim',
    '[distribution]',
    'claim tokens of a distribution: perpetual, preProgrammed, or oncePerIdentity',
    'claimTokens',
    ({ operands: [distribution = 'perpetual'] }) => Promise.resolve({ distribution }),
    'claimed',
  ),
  change(
    'price',
    'credits',
    `set the price of a token in credits, prices by amount such as '{"1": 20, "10": 15}', or none`,
    'setTokenPrice',
    ({ operands: [price = ''] }) => Promise.resolve({ price: priceOf(price) }),
    'price set',
  ),
  change('buy', 'amount', 'buy tokens at their price', 'purchaseTokens', purchase, 'bought', ['price']),
];

/** Returns the token that the options name. */
async function tokenOf({ flags, names }: PlatformWork): Promise<Members> {
  return { contractId: await names.contractWithTokens(), position: flags.position };
}

async function info(work: PlatformWork): Promise<unknown> {
  const token = await work.endpoint.call('getToken', await tokenOf(work));
  if (token === null)
    throw new CommandError(`the contract has no token at position ${work.flags.position}: see --position`);
  return token;
}

async function balance(work: PlatformWork): Promise<unknown> {
  const identityId = await work.names.identity(work.operands[0] ?? work.flags.by);
  const account = await work.endpoint.call('getTokenBalance', { ...(await tokenOf(work)), identityId });
  return { identityId, ...membersOf(account) };
}

async function amountFor({ names, operands: [amount = '', to] }: PlatformWork): Promise<Members> {
  return { amount: amountOf(amount), ...(to !== undefined && { recipientId: await names.identity(to) }) };
}

/** Reads the amount and the recipient of a mint: without one the token must name who gets new tokens, or the platform would charge for a rejection. */
async function mintFor(work: PlatformWork): Promise<Members> {
  const params = await amountFor(work);
  if (params['recipientId'] !== undefined) return params;
  const { contractId } = await tokenOf(work);
  const { contract } = membersOf(await work.endpoint.call('getContract', { id: contractId }));
  const token = membersOf(membersOf(membersOf(contract)['tokens'])[String(work.flags.position)]);
  const { newTokensDestinationIdentity: named } = membersOf(token['distributionRules']);
  if (Object.keys(token).length === 0 || typeof named === 'string') return params;
  throw new CommandError(
    `the token names nobody who gets new tokens: name an identity, as in token mint ${word(params['amount'])} ${work.flags.by}`,
  );
}

async function accountOf({ names, operands: [identity = ''] }: PlatformWork): Promise<Members> {
  return { identityId: await names.identity(identity) };
}

function amountOf(text: string): string {
  if (/^\d{1,20}$/.test(text)) return text;
  throw new UsageError(`expected an amount in the smallest unit of the token, found ${JSON.stringify(text)}`);
}

function priceOf(text: string): unknown {
  return text === 'none' ? null : text.startsWith('{') ? jsonArgument(text, 'credits') : amountOf(text);
}

/** Agrees to the price that is set, or to the total of `--price`. */
async function purchase(work: PlatformWork): Promise<Members> {
  const amount = amountOf(work.operands[0] ?? '');
  const { price } = membersOf(await info(work));
  const single = priceAt(price, BigInt(amount));
  const total = work.flags.price ?? (single === undefined ? undefined : String(single * BigInt(amount)));
  if (total === undefined)
    throw new CommandError(
      'this many of the token are not for sale: its owner sets a price with token price',
    );
  return { amount, totalAgreedPrice: total };
}

/** Returns the price of each token at an amount: that of the largest amount that is reached. */
function priceAt(schedule: unknown, amount: bigint): bigint | undefined {
  const { price, prices } = membersOf(schedule);
  if (price !== undefined) return integerOf(price);
  const reached = Object.entries(membersOf(prices))
    .map(([from, each]) => [BigInt(from), integerOf(each)] as const)
    .filter(([from]) => from <= amount)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  return reached.at(-1)?.[1];
}

/** Reads an integer of JSON: a number, or decimal text above 2^53. */
const integerOf = (value: unknown): bigint =>
  BigInt(typeof value === 'string' || typeof value === 'number' ? value : 0);
