import type { TransitionEvent, TransitionListener } from '@dapikit/platform';
import type { Logger } from 'pino';
import { PROGRAM } from '../program/program-name.js';
import { membersOf } from './members.js';
import { dashOf } from './print-result.js';
import type { IdentityNames } from './identity-names.js';

const MAX_MESSAGE = 400;
const SHOWN_DIGITS = 8;

/** Returns a listener that logs each transition of a platform of one's own: with names, reasons and fixes. */
export const transitionLog =
  (log: Logger, names: IdentityNames): TransitionListener =>
  (event) => {
    names.learn(event);
    if (!log.isLevelEnabled('info')) return;
    const { summary, id, block, fee, rejection } = event;
    const { kind, signerId, more } = summary;
    const subject = subjectOf(event) ?? createdName(event, names);
    log.info(
      {
        ...(block !== undefined && { height: Number(block.height) }),
        kind,
        ...(subject !== undefined && { subject }),
        ...(more !== undefined && { more }),
        ...(signerId !== undefined && { signer: names.nameOf(signerId) }),
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

/** Returns the name of the identity that an unsigned call created. */
function createdName({ summary, result }: TransitionEvent, names: IdentityNames): string | undefined {
  const { id } = membersOf(result);
  return summary.kind === 'identityCreate' && typeof id === 'string' ? names.nameOf(id) : undefined;
}

const shortened = (id: string): string => `${id.slice(0, SHOWN_DIGITS)}…`;

/** Number and name begin the message of a rejection; the line has them already. */
const withoutHead = (message: string, code: number | undefined, name: string): string =>
  message.replace(`${code} ${name}: `, '');

const bounded = (text: string): string =>
  text.length > MAX_MESSAGE ? `${text.slice(0, MAX_MESSAGE)}…` : text;
