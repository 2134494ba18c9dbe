import { getList, getMembers, getText } from '../../json/json-values.js';
import { platform } from '../../rpc/platform.js';
import { DPNS_ID } from '../state/dpns-id.js';
import { findLabelError, normalizeLabel, PARENT } from './dpns-name.js';

/** Describes who has a name. Ids are in base58. */
export interface FoundName {
  readonly ownerId: string;
  /** The identity to which the name resolves. */
  readonly identityId: string;
}

/** Finds a name below `dash` by its label; `undefined` for a free one. */
export async function findName(label: string): Promise<FoundName | undefined> {
  const [name] = getList(
    await platform.call('getDocuments', {
      contractId: DPNS_ID,
      documentType: 'domain',
      where: [
        ['normalizedParentDomainName', '==', PARENT],
        ['normalizedLabel', '==', normalizeLabel(label)],
      ],
      limit: 1,
    }),
  );
  if (name === undefined) return undefined;
  const ownerId = getText(name, '$ownerId');
  return { ownerId, identityId: getText(getMembers(name)['records'], 'identity') || ownerId };
}

/** Returns the label of a name as people write it, with or without `.dash`; `undefined` for a text that is not a name. */
export function readLabel(text: string): string | undefined {
  const label = text.replace(new RegExp(`\\.${PARENT}$`, 'i'), '');
  return findLabelError(label) === undefined ? label : undefined;
}
