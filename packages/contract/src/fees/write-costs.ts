import type { Contract } from '../model/contract.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { getInteger, getMember } from '../source/json-node.js';
import { expiringStorageCredits } from './expiring-storage.js';

/** Describes what the first write of a document costs beside fees that all documents have, in credits. */
export type WriteCost =
  | {
      readonly kind: 'contest';
      readonly documentType: string;
      readonly index: string;
      /** Payment into the fund of a contest, from the first contender on. */
      readonly credits: bigint;
    }
  | {
      readonly kind: 'expiring-storage';
      readonly documentType: string;
      /** Seconds. */
      readonly ttl: number;
      /** For each byte of a document and its entries: for its life and its removal. */
      readonly perByte: bigint;
      /** For the removal, whatever its size. */
      readonly fixed: bigint;
    };

/** Payment of a contender. It doubles past 250 contenders, and again with every 50. Source: `v14.rs` of dashpay/platform, notes 3 and 51. */
const CONTEST_CREDITS = 10_000_000_000n;

/** Lists what documents of a contract cost beside usual fees; nothing before protocol 14. */
export function listWriteCosts(
  { documentTypes }: Contract,
  { extendedLanguage }: ProtocolRules,
): WriteCost[] {
  if (!extendedLanguage) return [];
  return documentTypes.flatMap(({ name: documentType, node, indices }): WriteCost[] => {
    const contests = indices.flatMap(({ name, contested }): WriteCost[] =>
      contested === undefined
        ? []
        : [{ kind: 'contest', documentType, index: name ?? '', credits: CONTEST_CREDITS }],
    );
    const ttl = getInteger(getMember(node, 'ttl'));
    if (ttl === undefined) return contests;
    const levels = indices.reduce((sum, { entries }) => sum + entries.length, 0);
    const fixed = expiringStorageCredits(0, Number(ttl), levels);
    const perByte = expiringStorageCredits(1, Number(ttl), levels) - fixed;
    return [...contests, { kind: 'expiring-storage', documentType, ttl: Number(ttl), perByte, fixed }];
  });
}
