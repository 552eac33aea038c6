import { exitCodes, usageError } from '../cli-error.ts';
import type { Command, RunCommand } from '../command-line/command.ts';
import { safeJson } from '../terminal/terminal-text.ts';

/** `toolwire completion SHELL`, of these commands. */
export function completionOf(commands: readonly Command[]): RunCommand {
  return (args, terminal) => {
    const [shell, ...more] = args.operands;
    const write = scripts.get(shell ?? '');
    if (write === undefined || more.length > 0 || args.spawned.length > 0) {
      throw usageError(`toolwire completion takes one shell: ${[...scripts.keys()].join(', ')}.`);
    }
    const script = write(commands);
    terminal.write(args.has('json') ? `${safeJson({ shell, script })}\n` : script);
    return Promise.resolve(exitCodes.success);
  };
}

const scripts: ReadonlyMap<string, (all: readonly Command[]) => string> = new Map([
  ['bash', bash],
  ['zsh', zsh],
  ['fish', fish],
]);

const flagsOf = ({ flags }: Command): readonly string[] => Object.keys(flags).map((name) => `--${name}`);

/** The values of a flag with choices, such as `otc|mcp|arcade`. */
function choicesOf(value: string | undefined): readonly string[] {
  return value !== undefined && /^[\w-]+(?:\|[\w-]+)+$/.test(value) ? value.split('|') : [];
}

function bash(commands: readonly Command[]): string {
  const values = commands.flatMap(({ name, flags }) =>
    Object.entries(flags)
      .filter(([, { value }]) => choicesOf(value).length > 0)
      .map(([flag, { value }]) => `    '${name} --${flag}') words='${choicesOf(value).join(' ')}' ;;`),
  );
  const commandCases = commands.map((command) => `      ${command.name}) words='${flagsOf(command).join(' ')}' ;;`);
  return `# toolwire completion bash >> ~/.bashrc
_toolwire() {
  local word="\${COMP_WORDS[COMP_CWORD]}" words=''
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W '${commands.map(({ name }) => name).join(' ')} --help --version' -- "$word"))
    return
  fi
  case "\${COMP_WORDS[1]} \${COMP_WORDS[COMP_CWORD - 1]}" in
${values.join('\n')}
  esac
  if [ -z "$words" ] && [[ "$word" == -* ]]; then
    case "\${COMP_WORDS[1]}" in
${commandCases.join('\n')}
    esac
  fi
  if [ -n "$words" ]; then
    COMPREPLY=($(compgen -W "$words" -- "$word"))
  fi
}
complete -o default -F _toolwire toolwire
`;
}

function zsh(commands: readonly Command[]): string {
  const names = commands.map(({ name, about }) => `    '${name}:${inZsh(about)}'`);
  const commandCases = commands.map(({ name, flags }) => {
    const specs = Object.entries(flags).map(([flag, { value, about, isRepeated }]) => {
      const choices = choicesOf(value);
      const action = choices.length > 0 ? `(${choices.join(' ')})` : '_files';
      const argument = value === undefined ? '' : `:${inZsh(value)}:${action}`;
      return ` '${isRepeated === true ? '*' : ''}--${flag}[${inZsh(about)}]${argument}'`;
    });
    return `    ${name}) _arguments${specs.join('')} '*::file:_files' ;;`;
  });
  return `#compdef toolwire
# toolwire completion zsh > "\${fpath[1]}/_toolwire"
_toolwire() {
  local -a names
  names=(
${names.join('\n')}
  )
  if (( CURRENT == 2 )); then
    _describe command names
    return
  fi
  local name="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$name" in
${commandCases.join('\n')}
  esac
}
if [ "$funcstack[1]" = _toolwire ]; then _toolwire; else compdef _toolwire toolwire; fi
`;
}

function inZsh(text: string): string {
  return text.replaceAll("'", "'\\''").replaceAll(/[[\]:]/g, '\\$&');
}

function fish(commands: readonly Command[]): string {
  const names = commands.map(
    ({ name, about }) => `complete -c toolwire -n __fish_use_subcommand -a ${name} -d '${inFish(about)}'`,
  );
  const flagLines = commands.flatMap(({ name, flags }) =>
    Object.entries(flags).map(
      ([flag, { value, about }]) =>
        `complete -c toolwire -n '__fish_seen_subcommand_from ${name}' -l ${flag}${fishArgument(value)} -d '${inFish(about)}'`,
    ),
  );
  return `# toolwire completion fish > ~/.config/fish/completions/toolwire.fish
${[...names, ...flagLines].join('\n')}
`;
}

function fishArgument(value: string | undefined): string {
  if (value === undefined) return '';
  const choices = choicesOf(value);
  return choices.length > 0 ? ` -x -a '${choices.join(' ')}'` : ' -r';
}

function inFish(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll("'", "\\'");
}
