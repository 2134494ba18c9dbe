import { defineControl, DONE, type Control } from './control.js';
import { given } from '../../base/params/named-params.js';
import { oneOf, optional, text, wholeNumber } from '../../base/params/param.js';

const FAULT = { type: 'object', properties: { id: { type: 'integer' }, kind: { type: 'string' } } };

/** Lists the controls of faults: what goes wrong with sent transactions. */
export const faultControls: readonly Control[] = [
  defineControl({
    name: 'listFaults',
    summary: 'Lists the faults in the order in which they apply',
    changes: 'Nothing.',
    inProgram: 'chain.faults.list()',
    params: {},
    result: { type: 'array', items: FAULT },
    run: (_, chain) => chain.faults.list(),
  }),
  defineControl({
    name: 'addFault',
    summary: 'Injects a fault into sent transactions and returns it with its id',
    changes:
      'Sent transactions are rejected; dropped (accepted and lost); held (accepted, and added to the mempool some blocks ' +
      'later); or delayed.',
    inProgram: 'chain.faults.add({ kind, code, message, blocks, milliseconds, times, txid })',
    params: {
      kind: oneOf('kind of fault', ['reject', 'drop', 'hold', 'delay']),
      code: optional(wholeNumber('error code of the rejection; -26 by default', -(2 ** 31), 2 ** 31 - 1)),
      message: optional(text('message of the rejection; `rejected-by-fault` by default')),
      blocks: optional(wholeNumber('how long it is delayed', 1, 1_000_000)),
      milliseconds: optional(wholeNumber('how long it is delayed', 0, 2 ** 31 - 1)),
      times: optional(
        wholeNumber('number of transactions it applies to; all by default', 1, Number.MAX_SAFE_INTEGER),
      ),
      txid: optional(text('of the only transaction that it happens to')),
    },
    result: FAULT,
    rejections: [{ reason: 'invalid-fault', when: '`txid` is not a transaction id' }],
    example: () => ({ kind: 'reject', message: 'mempool full', times: 1 }),
    run: ({ kind, code, message, blocks, milliseconds, times, txid }, chain) => {
      const common = { ...(times !== undefined && { times }), ...(txid !== undefined && { txid }) };
      switch (kind) {
        case 'reject':
          return chain.faults.add({
            ...common,
            kind,
            ...(code !== undefined && { code }),
            ...(message !== undefined && { message }),
          });
        case 'hold':
          return chain.faults.add({
            ...common,
            kind,
            blocks: given('blocks', blocks, 'for the kind `hold`'),
          });
        case 'delay':
          return chain.faults.add({
            ...common,
            kind,
            milliseconds: given('milliseconds', milliseconds, 'with the kind delay'),
          });
        default:
          return chain.faults.add({ ...common, kind });
      }
    },
  }),
  defineControl({
    name: 'removeFault',
    summary: 'Removes a fault',
    changes: 'Transactions that are already held stay held.',
    inProgram: 'chain.faults.remove(id)',
    params: { id: wholeNumber('of the fault', 0, Number.MAX_SAFE_INTEGER) },
    result: DONE,
    rejections: [{ reason: 'unknown-fault', when: 'the fault does not exist' }],
    example: (chain) => ({ id: chain.faults.add({ kind: 'drop' }).id }),
    run: ({ id }, chain) => {
      chain.faults.remove(id);
      return null;
    },
  }),
  defineControl({
    name: 'resetFaults',
    summary: 'Removes all faults',
    changes: 'Transactions that are already held stay held.',
    inProgram: 'chain.faults.reset()',
    params: {},
    result: DONE,
    run: (_, chain) => {
      chain.faults.reset();
      return null;
    },
  }),
];
