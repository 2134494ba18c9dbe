import { roundDash } from '../../report/round-dash.js';
import type { Expectation } from './expectation.js';

/** Finds contests that strangers can open. */
export const openedContest: Expectation = {
  code: 'contest-opened',
  severity: 'hint',
  title: 'Any identity can open a contest',
  why: 'While a contest runs, nobody has the values. The opener pays a fund for the votes, and masternodes decide: also those who do not know your application.',
  fix: 'Narrow "fieldMatches" to the values that are worth a vote, or set "creationRestrictionMode": 1.',
  async examine({ room, type, source, creator }) {
    const index = type.indices.find(({ contested }) => contested !== undefined);
    const data = index?.contested && source.contested(index.contested);
    if (index === undefined || data === undefined) return [];
    const outcome = await room.perform({
      action: 'create',
      by: creator,
      documentType: type.name,
      document: room.nextLabel(type.name),
      data,
    });
    if (!outcome.accepted || !outcome.contested) return [];
    const { contestEntryPrice } = await room.platform.status();
    const who = creator === 'owner' ? 'the owner of the contract' : 'any identity';
    const price = roundDash(contestEntryPrice + outcome.fee);
    const message = `${who} can open a contest for a "${type.name}" with ${price} DASH`;
    return [{ message, place: ['indices', index.name], steps: room.steps }];
  },
};
