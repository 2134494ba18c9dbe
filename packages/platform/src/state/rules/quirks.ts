import { NETWORK_DEFECTS, protocolAt } from '@dapikit/contract';
import type { NetworkDefect } from '@dapikit/contract';
import type { ContestRules } from '../contest/contest-rules.js';
import type { QueryQuirks } from '@dapikit/proof/document-query';
import type { AggregateQuirks } from '../query/run-aggregate.js';

/** Selects defects of the network that the platform reproduces. */
export interface Quirks extends QueryQuirks, AggregateQuirks {
  /** True if the upper half of unsigned integers sorts before the lower one in an index. Stays with a store. */
  readonly flipsUnsignedKeys?: boolean;
  /** True if documents can be contested from epoch 4 on only. */
  readonly delaysContests?: boolean;
  /** True if a replace stores transient properties, which a create drops. */
  readonly replaceKeepsTransient?: boolean;
  /** True if changes of documents fail whose reference an index does not have where a change looks for it. */
  readonly missesReferences?: boolean;
  /** True if the latest of the tied contenders wins a contest. */
  readonly tieGoesToLatest?: boolean;
  /** True if the end of a contest considers 100 contenders, in the order of their ids. */
  readonly limitsTally?: boolean;
  /** True if a contest can be paid for that a document does not need. */
  readonly takesNeedlessFunds?: boolean;
  /** True if votes for the identifiers of locks and abstentions are such votes, and those for other identities than contenders fail. */
  readonly takesAnyChoice?: boolean;
  /** True if the last epoch that a claim of tokens may reach wraps around at 16 bits. */
  readonly wrapsEpochs?: boolean;
  /** True if a token that an update adds has neither its base supply nor distributions. */
  readonly addsTokensEmpty?: boolean;
  /** True if bytes behind a state transition are ignored. */
  readonly ignoresTrailingBytes?: boolean;
  /**
   * True if a BLS signature is rejected only where it or its key cannot be read, as on the network up to protocol 13. False unless it is
   * set: a program with such a key and a wrong signature would only work there.
   */
  readonly acceptsWrongBls?: boolean;
}

/** Lists the names of the quirks. `delaysContests` is no defect: it is the wait of a new network. */
export const QUIRKS: readonly (keyof Quirks)[] = [...NETWORK_DEFECTS, 'delaysContests'] satisfies readonly (
  | NetworkDefect
  | 'delaysContests'
)[];

/** Returns the quirks of a platform: those of the network, none of them where it is strict, and what is set one by one. */
export const quirksOf = (protocolVersion: number, strict: boolean, chosen: Quirks): Quirks => ({
  ...Object.fromEntries(
    (strict ? [] : protocolAt(protocolVersion).defects)
      .filter((defect) => defect !== 'acceptsWrongBls')
      .map((defect) => [defect, true]),
  ),
  ...chosen,
});

/** Returns the rules of contests with the quirks of a platform. */
export const contestRulesWith = (rules: ContestRules, quirks: Quirks): ContestRules => ({
  ...rules,
  ...(quirks.tieGoesToLatest === true ? {} : { tieGoesTo: 'earliest' }),
  ...(quirks.limitsTally === true ? {} : { contendersTallied: Infinity }),
  ...(quirks.takesNeedlessFunds === true ? {} : { rejectsNeedlessFund: true }),
  ...(quirks.takesAnyChoice === true ? {} : { checksChoices: true }),
});
