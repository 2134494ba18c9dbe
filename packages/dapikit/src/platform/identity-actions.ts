import { randomBytes } from 'node:crypto';
import { CREDITS_PER_DASH } from '@dapikit/contract';
import { UsageError } from '../program/option.js';
import { DPNS_ID, nameDocuments } from './dpns-name.js';
import { membersOf } from './members.js';
import type { PlatformWork } from './platform-work.js';

/** Digits of a credit behind the point of an amount in DASH. */
const CREDIT_DIGITS = 11;

/** Gives credits to an identity, as if paid for on layer 1. */
export async function addCredits({
  endpoint,
  names,
  operands: [name = '', amount = ''],
}: PlatformWork): Promise<unknown> {
  const [, whole, fraction = ''] = /^(\d{1,8})(?:\.(\d{1,11}))?$/.exec(amount) ?? [];
  if (whole === undefined)
    throw new UsageError(
      `credits: expected an amount in DASH, such as 5 or 0.25, found ${JSON.stringify(amount)}`,
    );
  const credits = BigInt(whole) * CREDITS_PER_DASH + BigInt(fraction.padEnd(CREDIT_DIGITS, '0'));
  const id = await names.identity(name);
  return endpoint.call('topUpIdentity', { id, credits: String(credits) });
}

/** Registers a name below `dash`: announces it, then creates its document; a contested one pays the fee of its contest. */
export async function registerName({
  endpoint,
  names,
  flags,
  operands: [label = ''],
}: PlatformWork): Promise<unknown> {
  const by = await names.identity(flags.by);
  const { preorder, domain } = nameDocuments(label.replace(/\.dash$/, ''), by, randomBytes(32));
  const target = { by, contractId: DPNS_ID };
  await endpoint.call('createDocument', { ...target, documentType: 'preorder', data: preorder });
  const params = { ...target, documentType: 'domain', data: domain, prefundedVotingBalance: 'auto' };
  return membersOf(await endpoint.call('createDocument', params));
}
