import type { TransitionEvent, TransitionListener } from '@dapikit/platform';
import type { Logger } from 'pino';
import { PROGRAM } from '../program/program-name.js';
import { membersOf } from './members.js';
import { dashOf } from './print-result.js';

const MAX_MESSAGE = 400;
/** Callers choose names. */
const MAX_NAME_LENGTH = 40;
const SHOWN_DIGITS = 8;

/** Returns a listener that logs each transition of a platform of one's own: with names, reasons and fixes. */
export const transitionLog =
  (log: Logger): TransitionListener =>
  (event) => {
    if (!log.isLevelEnabled('info')) return;
    const { summary, id, block, fee, rejection } = event;
    const { kind, signerId, signerName, more } = summary;
    const subject = subjectOf(event) ?? createdName(event);
    log.info(
      {
        ...(block !== undefined && { height: Number(block.height) }),
        kind,
        ...(subject !== undefined && { subject }),
        ...(more !== undefined && { more }),
        ...(signerId !== undefined && { signer: signerName ?? shortened(signerId) }),
        ...(fee !== undefined && { fee: dashOf(String(fee)) }),
        isSigned: id !== undefined,
        ...(id !== undefined && { id }),
        ...(rejection && {
          ...(rejection.code !== undefined && { code: rejection.code }),
          rejection: rejection.name,
          isPaid: rejection.isPaid,
          message: bounded(withoutHead(rejection.message, rejection.code, rejection.name)),
          ...(rejection.docs !== undefined && {
            explain: rejection.docs.replace(/^dapikit\b/, PROGRAM),
          }),
        }),
      },
      'transition',
    );
  };

/** Returns a listener that logs each transition of a platform that others use, at `debug`: without names and contents of documents. */
export const sharedTransitionLog =
  (log: Logger): TransitionListener =>
  ({ summary, id, block, fee, rejection }) => {
    if (!log.isLevelEnabled('debug')) return;
    const { kind, contractId, documentType, tokenPosition, signerId } = summary;
    log.debug(
      {
        ...(block !== undefined && { height: Number(block.height) }),
        kind,
        contractId,
        documentType,
        tokenPosition,
        signer: signerId,
        ...(fee !== undefined && { fee: dashOf(String(fee)) }),
        isSigned: id !== undefined,
        id,
        ...(rejection && { code: rejection.code, rejection: rejection.name, isPaid: rejection.isPaid }),
      },
      'transition',
    );
  };

/** Returns the document type or the token, with the contract. */
function subjectOf({ summary }: TransitionEvent): string | undefined {
  const { contractId, contractName, documentType, tokenPosition } = summary;
  const contract = contractName ?? (contractId && shortened(contractId));
  if (documentType !== undefined)
    return contract === undefined ? documentType : `${documentType} of ${contract}`;
  if (tokenPosition === undefined) return contract;
  return contract === undefined ? `token ${tokenPosition}` : `token ${tokenPosition} of ${contract}`;
}

/** Returns the name of the identity that an unsigned call created; the beginning of its id where it has none. */
function createdName({ summary, input, result }: TransitionEvent): string | undefined {
  const [{ seed }, { id }] = [membersOf(input), membersOf(result)];
  if (summary.kind !== 'identityCreate' || typeof id !== 'string') return undefined;
  if (typeof seed !== 'string') return shortened(id);
  return seed.length > MAX_NAME_LENGTH ? `${seed.slice(0, MAX_NAME_LENGTH)}…` : seed;
}

const shortened = (id: string): string => `${id.slice(0, SHOWN_DIGITS)}…`;

/** Number and name begin the message of a rejection; the line has them already. */
const withoutHead = (message: string, code: number | undefined, name: string): string =>
  message.replace(`${code} ${name}: `, '');

const bounded = (text: string): string =>
  text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text;
