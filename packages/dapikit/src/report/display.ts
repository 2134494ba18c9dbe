import type { Output } from '../program/terminal.js';
import { isColoured, type ColorChoice } from './palette.js';

/** Describes the display of a report. */
export interface Display {
  readonly isColoured: boolean;
  /** The width of the terminal; nothing where there is none, and lines may be as long as they are. */
  readonly columns: number | undefined;
}

/** Returns what a report has to know of the place that output goes to. */
export function displayOf(stream: Output, color: ColorChoice, env: NodeJS.ProcessEnv): Display {
  return {
    isColoured: isColoured(color, env, stream.isTTY === true),
    columns: stream.isTTY ? stream.columns : undefined,
  };
}
