import type { Contract } from '../model/contract.js';
import type { DocumentType } from '../model/contract-model.js';
import { encodeIdentifier } from '../model/identifier.js';
import { truncate } from '../source/excerpt.js';
import { getInteger, getMember, getText } from '../source/json-node.js';
import type { WriteCheck } from './write-check.js';
import { WRITE_RULES } from './write-rules.js';

const MS_PER_SECOND = 1000n;

/** Checks that a document with `ttl` has not expired at the time of the block. */
export function checkExpired(contract: Contract, type: DocumentType): WriteCheck {
  const ttl = getInteger(getMember(type.node, 'ttl'));
  const contractId = getText(getMember(contract.root, 'id')) ?? '';
  return ({ action, documentId, times, facts: { blockTime } }, report, skip) => {
    if (ttl === undefined || action === 'create' || action === 'delete') return;
    const createdAt = times.get('$createdAt');
    if (createdAt === undefined || blockTime === undefined) {
      skip('ttl needs $createdAt and the time of the block');
      return;
    }
    const expiredAt = createdAt + ttl * MS_PER_SECOND;
    if (blockTime < expiredAt) return;
    report.add(WRITE_RULES.expired, {
      message: `the document of type "${truncate(type.name)}" expired at ${expiredAt}, and the block has the time ${blockTime}`,
      payload: {
        contractId,
        documentTypeName: type.name,
        documentId: documentId === undefined ? '' : encodeIdentifier(documentId),
        expiredAt: Number(expiredAt),
        blockTime: Number(blockTime),
      },
    });
  };
}
