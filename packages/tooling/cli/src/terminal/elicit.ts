import { entriesOf, type Fields, isHttpUrl, isObject, listOf, recordOf } from '@toolwire/internal';
import { safeLine } from './terminal-text.ts';

/** The user's response to a question, as MCP defines it. */
export interface ElicitResult {
  readonly action: 'accept' | 'decline';
  readonly content?: Fields;
}

/** Answers a question of the server, such as `elicitation/create`; `undefined` if the method is not supported. */
export type AnswerQuestion = (method: string, params: Fields) => Promise<object> | undefined;

interface UserPrompt {
  /** Asks on one line; resolves to `undefined` at the end of the input. */
  readonly question: (text: string) => Promise<string | undefined>;
  readonly note: (text: string) => void;
}

/** Returns a function that asks the user the questions of a server, one after the other. */
export function createAnswerQuestion(prompt: UserPrompt): AnswerQuestion {
  let lastAnswer: Promise<unknown> = Promise.resolve();
  return (method, params) => {
    if (method !== 'elicitation/create') return undefined;
    const answer = lastAnswer.then(() => elicit(params, prompt));
    lastAnswer = answer.catch(() => undefined);
    return answer;
  };
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
  const schema = recordOf(requestedSchema);
  const required: ReadonlySet<unknown> = new Set(listOf(schema['required']));
  const content: [string, unknown][] = [];
  const fields = entriesOf(schema['properties']);
  if (fields.length === 0) {
    const done = await question('Press Enter to accept; Ctrl-D declines. ');
    return done === undefined ? declined(note) : { action: 'accept', content: {} };
  }
  note('Ctrl-D declines.\n');
  for (const [name, field] of fields) {
    const answer = await askForField(name, recordOf(field), required.has(name), prompt);
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

/** A value of a form, or why the typed text is invalid. */
type FieldValue = { readonly value: unknown } | { readonly problem: string };

function describeField(name: string, field: Fields, isRequired: boolean): string {
  const { title, description, default: fallback } = field;
  const label = typeof title === 'string' && title !== '' ? title : name;
  const hints: string[] = [];
  if (typeof description === 'string' && description !== '') hints.push(description);
  const values = describeValues(field);
  if (values !== undefined) hints.push(values);
  if (fallback !== undefined) hints.push(`${JSON.stringify(fallback)} if left empty`);
  else if (!isRequired) hints.push('may be left empty');
  return `  ${safeLine(label)}${hints.length === 0 ? '' : ` (${safeLine(hints.join('; '))})`}: `;
}

function describeValues(field: Fields): string | undefined {
  const choices = choicesOf(field);
  if (choices.length > 0) {
    const shown = choices.map(({ value, title }) => (title === value ? value : `${value} = ${title}`)).join(', ');
    return field['type'] === 'array' ? `any of ${shown}, with commas between` : `one of ${shown}`;
  }
  if (field['type'] === 'boolean') return 'yes or no';
  if (field['type'] === 'integer') return 'a whole number';
  return field['type'] === 'number' ? 'a number' : undefined;
}

/** Converts the typed text to the type of the field. */
export function readField(text: string, field: Fields): FieldValue {
  const choices = choicesOf(field);
  if (field['type'] === 'array') {
    const values = new Set<unknown>();
    for (const part of text === '' ? [] : text.split(',')) {
      const choice = readChoice(part.trim(), choices);
      if ('problem' in choice) return choice;
      values.add(choice.value);
    }
    return checkRange(values.size, field['minItems'], field['maxItems'], 'choices') ?? { value: [...values] };
  }
  if (choices.length > 0) return readChoice(text, choices);
  switch (field['type']) {
    case 'boolean':
      return readBoolean(text);
    case 'number':
    case 'integer':
      return readNumber(text, field);
    default:
      return (
        checkRange(Array.from(text).length, field['minLength'], field['maxLength'], 'characters') ?? { value: text }
      );
  }
}

function readBoolean(text: string): FieldValue {
  if (/^(?:y|yes|true)$/i.test(text)) return { value: true };
  return /^(?:n|no|false)$/i.test(text) ? { value: false } : { problem: 'Type yes or no.' };
}

function readNumber(text: string, { type, minimum, maximum }: Fields): FieldValue {
  const value = text === '' ? Number.NaN : Number(text);
  if (!Number.isFinite(value)) return { problem: 'Type a number.' };
  if (type === 'integer' && !Number.isInteger(value)) return { problem: 'Type a whole number.' };
  return checkRange(value, minimum, maximum, '') ?? { value };
}

function checkRange(size: number, min: unknown, max: unknown, unit: string): FieldValue | undefined {
  const suffix = unit === '' ? '' : ` ${unit}`;
  if (typeof min === 'number' && size < min) return { problem: `At least ${min}${suffix}.` };
  return typeof max === 'number' && size > max ? { problem: `At most ${max}${suffix}.` } : undefined;
}

interface Choice {
  readonly value: string;
  readonly title: string;
}

/** The choices of a field or of list items, in every MCP format. */
function choicesOf({ enum: values, enumNames, oneOf, anyOf, items }: Fields): readonly Choice[] {
  if (Array.isArray(values)) {
    const titles: readonly unknown[] = Array.isArray(enumNames) ? enumNames : [];
    return values.map((value, index) => ({ value: String(value), title: String(titles[index] ?? value) }));
  }
  const titled = [oneOf, anyOf].flatMap(listOf).filter(isObject);
  if (titled.length > 0) {
    return titled.map(({ const: value, title }) => ({ value: String(value), title: String(title ?? value) }));
  }
  return isObject(items) ? choicesOf(items) : [];
}

function readChoice(text: string, choices: readonly Choice[]): FieldValue {
  const lowerText = text.toLowerCase();
  const choice =
    choices.find(({ value }) => value === text) ??
    choices.find(({ value, title }) => value.toLowerCase() === lowerText || title.toLowerCase() === lowerText);
  return choice === undefined
    ? { problem: `Type one of ${safeLine(choices.map(({ value }) => value).join(', '))}.` }
    : { value: choice.value };
}
