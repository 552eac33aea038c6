import { type Fields, own, stringsOf } from '@toolwire/internal';
import { exampleValue, resolveSchema } from '@toolwire/internal/json-schema';
import { styleOf } from '../terminal/style.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { safeLine } from '../terminal/terminal-text.ts';
import type { Arguments } from './command.ts';

/** Shows the next step to a user at a terminal, as the last line. Output for programs has no such line. */
export function noteNextStep(step: string, terminal: Terminal): void {
  if (terminal.columns === undefined) return;
  const { dim, cyan } = styleOf(terminal);
  terminal.note(`\n${dim('Next:')} ${cyan(safeLine(step))}\n`);
}

/** Returns a value as one word of a command line. */
export function shellWord(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Returns the arguments of a command for a tool of the same target: `TARGET TOOL …`, or `TOOL … -- command`. */
export function targetWords(
  { operands, spawned }: Arguments,
  tool: string,
  parameters: readonly string[] = [],
): string {
  const words = [shellWord(tool), ...parameters];
  if (spawned.length > 0) return [...words, '--', ...spawned.map(shellWord)].join(' ');
  return [shellWord(operands[0] ?? ''), ...words].join(' ');
}

/** Returns an input that is valid for most schemas: the required parameters. */
export function sampleInput(schema: Fields): Fields {
  const { properties, required } = resolveSchema(schema, schema);
  return Object.fromEntries(stringsOf(required).map((name) => [name, exampleValue(own(properties, name), schema)]));
}

/** Returns an input as parameters of a command line: `a=10`, `name=report`, `lines:='["x"]'`. */
export function parameterWords(input: Readonly<Record<string, unknown>>): readonly string[] {
  return Object.entries(input).map(([name, value]) => {
    const word = shellWord(name);
    // A value that starts with @ would be read from a file.
    if (typeof value === 'string' && !value.startsWith('@')) return `${word}=${shellWord(value)}`;
    const isPlain = typeof value === 'number' || typeof value === 'boolean';
    return isPlain ? `${word}=${value}` : `${word}:=${shellWord(JSON.stringify(value))}`;
  });
}
