const UNITS: readonly (readonly [name: string, milliseconds: number])[] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
];
const SHOWN_UNITS = 2;

/** Formats a duration in its two largest units: `1 hour 29 minutes`. */
export function formatDuration(milliseconds: number): string {
  let rest = Math.max(0, milliseconds);
  const parts: string[] = [];
  for (const [name, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest %= size;
    if (count > 0) parts.push(`${count} ${name}${count === 1 ? '' : 's'}`);
    else if (parts.length > 0) break;
  }
  return parts.length === 0 ? 'less than a second' : parts.slice(0, SHOWN_UNITS).join(' ');
}

const TIME = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
});

/** Formats a time in milliseconds as date and time in UTC. */
export const formatTime = (time: number): string => TIME.format(time);

const MINUTE = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  timeZone: 'UTC',
});

/** Formats a time in milliseconds as date, hour and minute in UTC. */
export const formatMinute = (time: number): string => MINUTE.format(time);

/** Formats the time between an event and now: `3 minutes ago`, `in 2 hours`; `now` below a second. */
export function formatAgo(time: number, now: number): string {
  const difference = now - time;
  const [name, size] = UNITS.find(([, milliseconds]) => Math.abs(difference) >= milliseconds) ?? [];
  if (name === undefined || size === undefined) return 'now';
  const count = Math.floor(Math.abs(difference) / size);
  const words = `${count} ${name}${count === 1 ? '' : 's'}`;
  return difference > 0 ? `${words} ago` : `in ${words}`;
}

const SECOND = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  timeZone: 'UTC',
});

/** Formats a time in milliseconds as hour, minute and second in UTC. */
export const formatSecond = (time: number): string => SECOND.format(time);
