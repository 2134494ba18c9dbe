/** Defines the length of every serialised header. */
export const BLOCK_HEADER_SIZE = 80;
