import { toRustPattern } from '../pattern/to-rust-pattern.js';
import { MAX_PATTERN_BYTES } from '../pattern/regex-cost.js';
import { findRustRegexError } from '../pattern/rust-regex.js';
import { countCharacters } from '../text/count-characters.js';

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4}-\d{2}-\d{2})[\0-\x7f](\d{2}):(\d{2}):(\d{2})(?:\.\d+)?(?:[Zz]|([+-])(\d{2}):(\d{2}))$/;
const TIME = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{6})?(?:[Zz]|[+|-](?:[01]\d|2[0-3]):[0-5]\d)$/;
const OCTET = '(?:25[0-5]|2[0-4]\\d|1\\d\\d|[1-9]?\\d)';
const IPV4 = new RegExp(`^${OCTET}(?:\\.${OCTET}){3}$`);
const HOSTNAME = /^[\p{Alphabetic}\p{N}.-]+$/u;
const MINUTES_A_DAY = 1440;

/**
 * Checks whether a text has a format, as the platform's engine does: here and there it is laxer than the standards.
 *
 * Source: the `jsonschema` crate, `keywords/format.rs`, in the copy that dashpay/platform builds on.
 */
export const FORMAT_CHECKS: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ['date', isDate],
  ['date-time', isDateTime],
  ['time', (text) => TIME.test(text)],
  ['email', isEmail],
  ['idn-email', isEmail],
  ['hostname', isHostname],
  ['ipv4', (text) => !text.startsWith('0') && IPV4.test(text)],
  ['ipv6', isIpv6],
  ['uri', isUri],
  ['regex', (text) => findRustRegexError(toRustPattern(text), MAX_PATTERN_BYTES) === undefined],
]);

function isDate(text: string): boolean {
  const [, year, month, day] = DATE.exec(text) ?? [];
  if (year === undefined) return false;
  return Number(day) >= 1 && Number(day) <= daysIn(Number(year), Number(month));
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month >= 1 && month <= 12 ? 30 + ((month + (month > 7 ? 1 : 0)) % 2) : 0;
}

function isDateTime(text: string): boolean {
  const [, date = '', hour, minute, second, sign, offsetHour = '0', offsetMinute = '0'] =
    DATE_TIME.exec(text) ?? [];
  if (!isDate(date) || Number(hour) > 23 || Number(minute) > 59 || Number(second) > 60) return false;
  if (Number(offsetHour) > 23 || Number(offsetMinute) > 59) return false;
  if (second !== '60') return true;
  const offset = (Number(offsetHour) * 60 + Number(offsetMinute)) * (sign === '-' ? -1 : 1);
  return isLeapSecond(date, Number(hour) * 60 + Number(minute) - offset);
}

/** Returns whether a leap second is possible: at the end of a month, in universal time. */
function isLeapSecond(date: string, minute: number): boolean {
  const days = Math.floor(minute / MINUTES_A_DAY);
  if (minute - days * MINUTES_A_DAY !== MINUTES_A_DAY - 1) return false;
  const next = new Date(`${date}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + days + 1);
  return next.getUTCDate() === 1;
}

/** Checks only the part before the first `@`. */
function isEmail(text: string): boolean {
  const at = text.indexOf('@', 1);
  const local = text.slice(0, at);
  return at !== -1 && !local.startsWith('.') && !local.endsWith('.') && !local.includes('..');
}

function isHostname(text: string): boolean {
  return (
    HOSTNAME.test(text) &&
    !text.startsWith('-') &&
    !text.endsWith('-') &&
    countCharacters(text) <= 255 &&
    text.split('.').every((part) => countCharacters(part) <= 63)
  );
}

function isIpv6(text: string): boolean {
  const [head = '', tail, more] = text.split('::');
  if (more !== undefined) return false;
  if (tail === undefined) return groups(head, true) === 8;
  const before = head === '' ? 0 : groups(head, false);
  const after = tail === '' ? 0 : groups(tail, true);
  return before + after <= 7;
}

/** Counts the groups of 16 bits in a part of an address; returns far too many if one is malformed. */
function groups(text: string, canEndInIpv4: boolean): number {
  const parts = text.split(':');
  const isIpv4 = canEndInIpv4 && IPV4.test(parts.at(-1) ?? '');
  const hexadecimal = isIpv4 ? parts.slice(0, -1) : parts;
  return hexadecimal.every((part) => /^[0-9a-fA-F]{1,4}$/.test(part))
    ? hexadecimal.length + (isIpv4 ? 2 : 0)
    : 99;
}

function isUri(text: string): boolean {
  try {
    return new URL(text).href !== '';
  } catch {
    return false;
  }
}
