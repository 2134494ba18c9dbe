import type { FedTransition, TransitionRejection } from '@dapikit/platform';

/** Returns a function that describes a transition as JSON. Messages of rejections quote contents: those who may not use the controls get the number and the name. */
export const jsonOfTransitions =
  (mayControl: boolean) =>
  ({ named: _named, rejection, ...transition }: FedTransition): object => ({
    ...transition,
    ...(rejection && {
      rejection: mayControl ? rejection : withoutContents(rejection),
    }),
  });

const withoutContents = ({ code, name, docs, isPaid }: TransitionRejection): object => ({
  code,
  name,
  docs,
  isPaid,
});
