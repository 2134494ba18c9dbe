import { getInteger, getMembers } from '../../json/json-values.js';
import { DPNS_ID } from '../state/dpns-id.js';
import { createNameDocuments, createSalt, PARENT } from './dpns-name.js';
import type { NamedIdentity } from '../state/identity.js';
import type { PlatformActions } from '../state/use-platform.js';

/** Describes the result of a registration. */
export interface RegisteredName {
  /** The full name. */
  readonly name: string;
  /** Fee of both documents, in credits. */
  readonly fee: bigint;
  readonly contends: boolean;
}

/** Registers a name as DPNS requires: a preorder announces it, then the name itself is created. Rejects with the server's error. */
export async function registerName(
  { submit }: PlatformActions,
  actor: NamedIdentity,
  label: string,
  { isContested }: { readonly isContested: boolean },
): Promise<RegisteredName> {
  const name = `${label}.${PARENT}`;
  const documents = createNameDocuments(label, actor.id, createSalt());
  const of = { by: actor.id, contractId: DPNS_ID };
  const preorder = await submit(
    { done: `${actor.name} announced a name`, attempted: `${actor.name} tried to announce a name` },
    'createDocument',
    { ...of, documentType: 'preorder', data: documents.preorder },
  );
  const [done, verb] = isContested ? ['contended for', 'contend for'] : ['registered', 'register'];
  const result = await submit(
    { done: `${actor.name} ${done} ${name}`, attempted: `${actor.name} tried to ${verb} ${name}` },
    'createDocument',
    { ...of, documentType: 'domain', data: documents.domain, prefundedVotingBalance: 'auto' },
  );
  const fee = getInteger(preorder, 'fee') + getInteger(result, 'fee');
  return { name, fee, contends: 'contest' in getMembers(result) };
}
