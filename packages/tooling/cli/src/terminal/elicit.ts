import { entriesOf, type Fields, isHttpUrl, isObject, listOf } from '@toolwire/internal';
import { describeField, readField } from './form-field.ts';
import { safeLine } from './terminal-text.ts';

/** The user's response to a question, as MCP defines it. */
export interface ElicitResult {
  readonly action: 'accept' | 'decline';
  readonly content?: Fields;
}

/** Answers a question of the server, such as `elicitation/create`; `undefined` if the method is not supported. */
export type AnswerQuestion = (method: string, params: Fields) => Promise<object> | undefined;

/** How the user is asked. */
export interface UserPrompt {
  /** Asks on one line; resolves to `undefined` at the end of the input. */
  readonly question: (text: string) => Promise<string | undefined>;
  readonly note: (text: string) => void;
}

/** Asks the user a question of a tool: fields to fill in one by one, or a page to visit. */
export async function elicit(
  { message, mode, url, requestedSchema }: Fields,
  prompt: UserPrompt,
): Promise<ElicitResult> {
  const { question, note } = prompt;
  note(`Input requested: ${safeLine(typeof message === 'string' ? message : '')}\n`);
  if (mode === 'url') {
    if (!isHttpUrl(url)) return declined(note, 'The URL is invalid.');
    note(`  ${safeLine(url)}\n`);
    const done = await question('Open this page, and press Enter when you are done; Ctrl-D declines. ');
    return done === undefined ? declined(note) : { action: 'accept' };
  }
  const schema = isObject(requestedSchema) ? requestedSchema : {};
  const required: ReadonlySet<unknown> = new Set(listOf(schema['required']));
  const content: [string, unknown][] = [];
  const fields = entriesOf(schema['properties']);
  if (fields.length === 0) {
    const done = await question('Press Enter to accept; Ctrl-D declines. ');
    return done === undefined ? declined(note) : { action: 'accept', content: {} };
  }
  note('Ctrl-D declines.\n');
  for (const [name, field] of fields) {
    const answer = await askForField(name, isObject(field) ? field : {}, required.has(name), prompt);
    if (answer === undefined) return declined(note);
    if (answer.value !== undefined) content.push([name, answer.value]);
  }
  return { action: 'accept', content: Object.fromEntries(content) };
}

function declined(note: UserPrompt['note'], reason = ''): ElicitResult {
  note(`${reason}${reason === '' ? '' : ' '}Declined.\n`);
  return { action: 'decline' };
}

/** Asks until the answer is valid; resolves to `undefined` if the user declines. */
async function askForField(
  name: string,
  field: Fields,
  isRequired: boolean,
  { question, note }: UserPrompt,
): Promise<{ readonly value: unknown } | undefined> {
  const label = describeField(name, field, isRequired);
  for (;;) {
    const line = await question(label);
    if (line === undefined) return undefined;
    const text = line.trim();
    if (text === '' && field['default'] !== undefined) return { value: field['default'] };
    if (text === '' && !isRequired) return { value: undefined };
    const fieldValue = readField(text, field);
    if ('value' in fieldValue) return fieldValue;
    note(`  ${fieldValue.problem}\n`);
  }
}
