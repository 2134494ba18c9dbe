import type { Expectation } from './expectation.js';

/** Finds types whose documents a stranger can create. */
export const anyoneCreates: Expectation = {
  code: 'anyone-creates',
  severity: 'hint',
  title: 'Any identity can create documents of the type',
  why: 'Without a restriction, any identity of the network creates documents under the name of the contract, and pays only its fee.',
  fix: 'Set "creationRestrictionMode": 1 if only the owner of the contract is to create them, or let them cost tokens.',
  async examine({ room, type, plain }) {
    const outcome = await room.perform({
      action: 'create',
      by: 'alice',
      documentType: type.name,
      document: room.nextLabel(type.name),
      data: plain,
    });
    if (!outcome.accepted) return [];
    return [{ message: `any identity can create a "${type.name}"`, place: [], steps: room.steps }];
  },
};
