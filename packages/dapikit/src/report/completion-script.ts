/** Describes a word that a shell completes. */
interface CompletedWord {
  readonly name: string;
  readonly about: string;
}

/** Describes a command as shells complete it. */
export interface CompletedCommand extends CompletedWord {
  readonly actions: readonly CompletedWord[];
  /** Options by flag, without the dashes. */
  readonly options: readonly (CompletedWord & { readonly takesValue: boolean })[];
}

type WriteScript = (commands: readonly CompletedCommand[]) => string;

const MAX_ABOUT = 70;

/** Returns the words of a description that fit a list, without what shells read in quotes. */
function shortAbout(about: string): string {
  const plain = about.replaceAll(/["'`$\\[\]]/g, '').replaceAll(/\s+/g, ' ');
  return plain.length > MAX_ABOUT ? `${plain.slice(0, MAX_ABOUT - 1)}…` : plain;
}

const namesOf = (words: readonly CompletedWord[]): string => words.map(({ name }) => name).join(' ');

const flagsOf = ({ options }: CompletedCommand): string => options.map(({ name }) => `--${name}`).join(' ');

const bash: WriteScript = (commands) => `# Completes dapikit in bash.
_dapikit() {
  local word="\${COMP_WORDS[COMP_CWORD]}" flags="" actions=""
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${namesOf(commands)} --help --version" -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${commands
  .map((one) => `    ${one.name}) flags="${flagsOf(one)}" actions="${namesOf(one.actions)}" ;;`)
  .join('\n')}
  esac
  if [[ "$word" == -* ]]; then
    COMPREPLY=($(compgen -W "$flags" -- "$word"))
  elif [ "$COMP_CWORD" -eq 2 ] && [ -n "$actions" ]; then
    COMPREPLY=($(compgen -W "$actions" -- "$word"))
  fi
}
complete -o default -F _dapikit dapikit
`;

/** Returns words as elements of a zsh array for \`_describe\`: name, colon, description. */
const described = (words: readonly CompletedWord[], prefix = ''): string =>
  words
    .map(({ name, about }) => `'${prefix}${name}:${shortAbout(about).replaceAll(':', '\\\\:')}'`)
    .join(' ');

const zsh: WriteScript = (commands) => `#compdef dapikit
# Completes dapikit in zsh.
_dapikit() {
  local -a words_of flags actions
  if (( CURRENT == 2 )); then
    words_of=(${described(commands)})
    _describe command words_of
    return
  fi
  case $words[2] in
${commands
  .map(
    (one) =>
      `    ${one.name}) flags=(${described(one.options, '--')}); actions=(${described(one.actions)}) ;;`,
  )
  .join('\n')}
  esac
  if [[ $words[CURRENT] == -* ]]; then
    _describe option flags
  elif (( CURRENT == 3 && $#actions )); then
    _describe action actions
  else
    _files
  fi
}
if [[ $funcstack[1] == _dapikit ]]; then _dapikit "$@"; else compdef _dapikit dapikit; fi
`;

const fish: WriteScript = (commands) =>
  [
    '# Completes dapikit in fish.',
    ...commands.flatMap(({ name, about, actions, options }) => [
      `complete -c dapikit -n __fish_use_subcommand -f -a ${name} -d '${shortAbout(about)}'`,
      ...actions.map(
        (action) =>
          `complete -c dapikit -n '__fish_seen_subcommand_from ${name}; and test (count (commandline -opc)) -eq 2' -f -a ${action.name} -d '${shortAbout(action.about)}'`,
      ),
      ...options.map(
        (option) =>
          `complete -c dapikit -n '__fish_seen_subcommand_from ${name}' -l ${option.name}${option.takesValue ? ' -r' : ''} -d '${shortAbout(option.about)}'`,
      ),
    ]),
    '',
  ].join('\n');

/** Lists the shells with what writes their scripts. */
export const SHELLS: ReadonlyMap<string, WriteScript> = new Map([
  ['bash', bash],
  ['zsh', zsh],
  ['fish', fish],
]);
