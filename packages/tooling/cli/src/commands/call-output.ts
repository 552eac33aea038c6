import type { CallResult, RefusedResult } from '@toolwire/client';
import { type Fields, own } from '@toolwire/internal';
import { markOf, styleOf } from '../terminal/style.ts';
import { table } from '../terminal/table.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { safeJson, safeLine, safeLines } from '../terminal/terminal-text.ts';
import { joinLines, lineWidth, withPrefix, wrapText } from '../terminal/text-width.ts';
import { inputTypesOf } from './read-input.ts';

/** A call without a value, and what the user typed for it. */
interface ProblemContext {
  readonly toolId: string;
  readonly input: Fields;
  readonly schema: Fields;
  readonly terminal: Terminal;
}

/** Describes a call without a value for the user. */
export function describeProblem(
  result: Exclude<CallResult, { readonly kind: 'value' }>,
  context: ProblemContext,
): string {
  const { toolId, terminal } = context;
  switch (result.kind) {
    case 'invalid':
      return describeInvalid(result.message, result.parameterErrors, context);
    case 'failed': {
      const { message, developerMessage, canRetry, retryAfterMs, additionalPromptContent, confirmation } =
        result.failure;
      if (confirmation !== undefined) {
        const next = `To confirm the call, repeat the command with confirmation_token=${confirmation.token}`;
        return marked([`${toolId} did not run: ${message}`, next], terminal);
      }
      const wait = retryAfterMs === undefined ? '' : ` in ${Math.ceil(retryAfterMs / 1000)} s`;
      const retry = canRetry ? `This failure is retryable${wait}. See --retry.` : undefined;
      return marked([`${toolId} failed: ${message}`, developerMessage, additionalPromptContent, retry], terminal);
    }
    case 'refused': {
      const missing = missingOf(result);
      // The developer message describes the request, and the flags below are what to type.
      const about = missing.length === 0 ? [result.developerMessage] : missing;
      const ran = result.ran === 'unknown' ? 'The tool may have run.' : undefined;
      return marked([`${toolId} did not return a result: ${result.message}`, ...about, ran], terminal);
    }
  }
}

function describeInvalid(
  message: string,
  errors: Readonly<Record<string, string>>,
  { toolId, input, schema, terminal }: ProblemContext,
): string {
  const names = Object.keys(errors);
  if (names.length === 0) return marked([`Invalid input for ${toolId}: ${message}`], terminal);
  const rows = names.map((name) => {
    const hint = unparsedHint(name, input, schema);
    return [`  ${safeLine(name)}`, [safeLine(errors[name] ?? ''), ...(hint === undefined ? [] : [hint])].join('\n')];
  });
  const { cyan } = styleOf(terminal);
  const lines = table(rows, { columns: terminal.columns, isWrapped: true, formats: [cyan] });
  return `${marked([`Invalid input for ${toolId}:`], terminal)}${joinLines(lines)}`;
}

/** How to type a value that was sent as a string, because it is not JSON. */
function unparsedHint(path: string, input: Fields, schema: Fields): string | undefined {
  const [name = ''] = path.replace(/^\$\.?/, '').split(/[.[]/);
  if (!Object.hasOwn(input, name) || typeof input[name] !== 'string') return undefined;
  const types = inputTypesOf(own(schema['properties'], name), schema);
  if (types.has('string')) return undefined;
  if (types.has('array')) return `use ${safeLine(name)}:='[…]'`;
  return types.has('object') ? `use ${safeLine(name)}:='{…}'` : undefined;
}

function missingOf({ missing }: RefusedResult): readonly string[] {
  if (missing === undefined) return [];
  const { authorization = [], secrets = [], userId } = missing;
  return [
    ...authorization.map(
      ({ id, url }) =>
        `needs authorization ${id}: --authorization ${id}=TOKEN${url === undefined ? '' : `, or sign in at ${url}`}`,
    ),
    ...secrets.map(({ id }) => `needs secret ${id}: --secret ${id}=VALUE`),
    ...(userId === true ? ['needs a user ID: --user-id ID'] : []),
  ];
}

/** Lines after a mark, indented below each other. */
function marked(texts: readonly (string | undefined)[], terminal: Terminal): string {
  const lines = texts.flatMap((text) => (text ? wrapText(safeLines(text), lineWidth(terminal, 2)) : []));
  return joinLines(withPrefix(`${markOf('problem', styleOf(terminal))} `, 2, lines));
}

/** Formats a value: a string unchanged, anything else as JSON. */
export function describeValue(value: unknown): string {
  return `${typeof value === 'string' ? safeLines(value) : safeJson(value)}\n`;
}
