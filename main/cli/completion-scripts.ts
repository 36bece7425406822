/** What may follow the words before it, by those words. All are of letters, digits and hyphens. */
type Completions = ReadonlyMap<string, readonly string[]>;

const cases = (completions: Completions): string =>
  [...completions].map(([words, next]) => `    '${words}') echo '${next.join(' ')}' ;;`).join('\n');

/** For the words of the line, in bash and zsh alike: the first two that aren't options say where it is. */
const words = (completions: Completions): string => `_castellan_next() {
  case "$1" in
${cases(completions)}
  esac
}
_castellan_words() {
  local path='' first='' skip='' word
  for word in "$@"; do
    if [ -n "$skip" ]; then skip=''; continue; fi
    case "$word" in
      --url) [ -z "$first" ] && skip=1 ;;
      -*) ;;
      *) if [ -z "$first" ]; then first=$word; path=$word; elif [ "$path" = "$first" ]; then path="$first $word"; fi ;;
    esac
  done
  local next
  next=$(_castellan_next "$path")
  # The second word is no command: it is what the first one works on.
  if [ -z "$next" ]; then next=$(_castellan_next "$first"); fi
  printf '%s\\n' "$next"
}`;

export const bash = (completions: Completions): string => `# castellan completion bash
${words(completions)}
_castellan() {
  local line current=''
  # Not COMP_WORDS: it takes an address apart at its colons.
  read -ra line <<<"\${COMP_LINE:0:COMP_POINT}"
  if [ "\${COMP_LINE:COMP_POINT-1:1}" != ' ' ]; then
    current=\${line[-1]}
    unset 'line[-1]'
  fi
  mapfile -t COMPREPLY < <(compgen -W "$(_castellan_words "\${line[@]:1}")" -- "$current")
}
complete -o default -F _castellan castellan
`;

export const zsh = (completions: Completions): string => `#compdef castellan
# castellan completion zsh
${words(completions)}
_castellan() {
  compadd -- \${(s: :)"$(_castellan_words "\${words[@]:1:$((CURRENT - 2))}")"} || _files
}
compdef _castellan castellan
`;

export const fish = (completions: Completions): string => `# castellan completion fish
function __castellan_next
  switch "$argv[1]"
${[...completions].map(([words, next]) => `    case '${words}'\n      printf '%s\\n' ${next.join(' ')}`).join('\n')}
  end
end
function __castellan_words
  set -l tokens (commandline -opc)
  set -l first ''
  set -l path ''
  set -l skip ''
  for word in $tokens[2..-1]
    if test -n "$skip"
      set skip ''
      continue
    end
    switch $word
      case '--url'
        test -z "$first"; and set skip 1
      case '-*'
      case '*'
        if test -z "$first"
          set first $word
          set path $word
        else if test "$path" = "$first"
          set path "$first $word"
        end
    end
  end
  set -l next (__castellan_next "$path")
  if test (count $next) -eq 0
    set next (__castellan_next "$first")
  end
  printf '%s\\n' $next
end
complete -c castellan -a '(__castellan_words)'
`;
