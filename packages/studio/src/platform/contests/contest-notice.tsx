import { Notice, type Tone } from '../../components/notice.js';
import { formatFee } from '../../text/format-fee.js';
import { formatDuration } from '../../text/format-time.js';
import { getName } from '../state/identity.js';
import type { ActingState } from '../state/use-platform.js';
import type { ContestEntry } from './contest-entry.js';

interface ContestMessage {
  readonly tone: Tone;
  readonly title: string;
  readonly text: string;
  /** True if there is a contest to link to. */
  readonly hasContest: boolean;
}

/** Says what a document with contested values would do, before it is created. */
export function ContestNotice(props: {
  /** The values, as they are shown. */
  readonly title: string;
  readonly entry: ContestEntry;
  /** The address of the contest. */
  readonly href: string;
  readonly now: number;
  readonly state: ActingState;
}) {
  const { href, ...rest } = props;
  const { tone, title, text, hasContest } = createMessage(rest);
  return (
    <Notice kind={tone} title={title}>
      <p>
        {text} {hasContest && <a href={href}>See the contest</a>}
      </p>
    </Notice>
  );
}

interface MessageInput {
  readonly title: string;
  readonly entry: ContestEntry;
  readonly now: number;
  readonly state: ActingState;
}

function createMessage({ title, entry, now, state }: MessageInput): ContestMessage {
  const { actor, identities, status } = state;
  const price = formatFee(status.entryPrice);
  if (entry.kind === 'starts')
    return {
      tone: 'info',
      title: `${title} starts a contest`,
      text: `Masternodes vote on who gets it. ${actor.name} puts ${price} into the vote fund. Others can join in the first half of the contest.`,
      hasContest: false,
    };
  if (entry.kind === 'joins') {
    const names = entry.contenders.map((id) => getName(identities, id));
    return {
      tone: 'info',
      title: `${names.join(', ')} ${names.length === 1 ? 'contends' : 'contend'} for ${title}`,
      text: `Masternodes vote on who gets it. ${actor.name} can join with ${price}, for another ${formatDuration(entry.joinableUntil - now)}.`,
      hasContest: true,
    };
  }
  const closed = { tone: 'warn', hasContest: true } as const;
  if (entry.kind === 'contends')
    return {
      ...closed,
      title: `${actor.name} already contends for ${title}`,
      text: 'One document per identity.',
    };
  if (entry.kind === 'closed')
    return {
      ...closed,
      title: `The contest for ${title} accepts no more contenders`,
      text: `It ends in ${formatDuration(entry.endsAt - now)}.`,
    };
  const over = { tone: 'warn', hasContest: false } as const;
  return entry.kind === 'awarded'
    ? {
        ...over,
        title: `${title} belongs to ${getName(identities, entry.ownerId)}`,
        text: 'Choose another value.',
      }
    : {
        ...over,
        title: `${title} is locked`,
        text: 'Masternodes voted that nobody gets it. Choose another value.',
      };
}
