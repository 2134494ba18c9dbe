/** Describes a place of the studio that a person can go to by its name. */
export interface PaletteCommand {
  /** Its sort, such as `Tab` or `Method`. */
  readonly kind: string;
  readonly label: string;
  /** Further words, such as an id. */
  readonly detail: string;
  /** Its address. */
  readonly href: string;
}

const MAX_SHOWN = 50;

/**
 * Returns the commands that have all words of a text, in any case: first those whose label begins with it, then those whose label has it.
 * All words of an empty text are in each command.
 */
export function matchCommands(commands: readonly PaletteCommand[], text: string): readonly PaletteCommand[] {
  const wanted = text.trim().toLowerCase();
  const words = wanted.split(/\s+/);
  const rankOf = ({ label }: PaletteCommand): number => {
    const name = label.toLowerCase();
    if (name.startsWith(wanted)) return 0;
    return words.every((word) => name.includes(word)) ? 1 : 2;
  };
  return commands
    .filter(({ kind, label, detail }) => {
      const all = `${kind} ${label} ${detail}`.toLowerCase();
      return words.every((word) => all.includes(word));
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .slice(0, MAX_SHOWN);
}
