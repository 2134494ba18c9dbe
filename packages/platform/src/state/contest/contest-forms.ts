import { storedForm } from '../../base/bytes/stored-value.js';
import type { Ballot, Contest } from './contest.js';
import type { Poll } from './poll-id.js';

export const CONTEST_FORM = storedForm<Contest>();
export const POLL_FORM = storedForm<Poll>();
export const BALLOT_FORM = storedForm<Ballot>();
