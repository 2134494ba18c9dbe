import { identifier } from '../codec/bytes.js';
import { enumOf } from '../codec/enum-of.js';
import { text } from '../codec/primitives.js';
import { struct } from '../codec/struct.js';
import { nestedError } from './error-definition.js';

const form = {
  name: 'DataTriggerError',
  summary: 'Explains which demand of a system contract a document does not meet.',
  source: 'packages/rs-dpp/src/errors/consensus/state/data_trigger/mod.rs',
};

const CODES = {
  DataTriggerConditionError: 40500,
  DataTriggerExecutionError: 40501,
  DataTriggerInvalidResultError: 40502,
} as const;

/** Names an error of the rules of system contracts. */
export type DataTriggerErrorName = keyof typeof CODES;

/** Returns whether an error of that name is inside a DataTriggerError. */
export const isDataTriggerError = (name: string): name is DataTriggerErrorName => Object.hasOwn(CODES, name);

const FIELDS = { dataContractId: identifier, documentId: identifier } as const;

/** Describes an error of the rules of system contracts that their schemas do not express. */
export const dataTriggerError = nestedError(
  enumOf(
    { name: 'DataTriggerError', tag: 'error', jsonTag: 'error' },
    {
      DataTriggerConditionError: struct(form, { ...FIELDS, message: text }),
      DataTriggerExecutionError: struct(form, { ...FIELDS, message: text }),
      DataTriggerInvalidResultError: struct(form, FIELDS),
    },
  ),
  CODES,
);
